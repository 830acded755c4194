// NPY files of elements, read row by row.

#include "files/npy_file.h"
#include "fuzz/row_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::readRows<app::NpyReader>(data, size);
  return 0;
}
