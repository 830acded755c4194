// CSV files of elements, read row by row.

#include "files/table_file.h"
#include "fuzz/row_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::readRows<app::CsvReader>(data, size);
  return 0;
}
