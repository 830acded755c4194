// main() of the tests.

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>

int main(int argc, char** argv) {
  // Caches of what the tests start, of Mesa's shaders for example, stay with the tests.
  setenv("XDG_CACHE_HOME", (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "test-cache").c_str(), 0);
  ::testing::InitGoogleMock(&argc, argv);
  return RUN_ALL_TESTS();
}
