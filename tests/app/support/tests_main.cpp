// main() of tests that read HDF5 files, which the test program itself does in a process of its own, as the program
// does.

#include <gmock/gmock.h>

#include "app/support/false_reader.h"
#include "files/hdf5_reader.h"

int main(int argc, char** argv) {
  test::beFalseReaderIfAsked(argc, argv);
  app::readHdf5IfAsked(argc, argv);
  ::testing::InitGoogleMock(&argc, argv);
  return RUN_ALL_TESTS();
}
