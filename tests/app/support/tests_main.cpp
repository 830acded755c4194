// main() of tests that read HDF5 files, which the test program itself does in a process of its own, as the program
// does.

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>

#include "app/support/false_reader.h"
#include "files/hdf5_reader.h"

int main(int argc, char** argv) {
  test::beFalseReaderIfAsked(argc, argv);
  app::readHdf5IfAsked(argc, argv);
  // Caches of what the tests start, of Mesa's shaders for example, stay with the tests.
  setenv("XDG_CACHE_HOME", (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "test-cache").c_str(), 0);
  ::testing::InitGoogleMock(&argc, argv);
  return RUN_ALL_TESTS();
}
