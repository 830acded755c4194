#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace app {

/// Contents of an NPY file's header.
struct NpyHeader {
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;  ///< 1 for an array of one dimension
  int dimensions = 2;
  char kind = 'f';         ///< as NumPy's: f IEEE floats, i integers, u those without sign
  int itemBytes = 8;       ///< 2, 4 or 8; of integers also 1
  bool swapBytes = false;  ///< the file's byte order is not this machine's
  bool fortranOrder = false;
  std::uint64_t dataOffset = 0;  ///< start of the data, set by readNpyHeader()
};

/// Accepted arrays.
enum class NpyArrays {
  tables,  ///< [rows][columns] of floats and integers of 8 to 64 bits
  rows     ///< [rows][columns] and [rows] of 32- and 64-bit floats and 32-bit integers
};

/// Parses the text of an NPY header, a Python dictionary with 'descr', 'fortran_order' and 'shape'. Throws UserError
/// "FILE: what" for arrays that are not accepted and for any other text.
NpyHeader parseNpyHeader(std::string_view text, const std::string& file, NpyArrays arrays = NpyArrays::tables);

/// Reads up to `bytes` of the next bytes; fewer only at the end.
using ReadBytes = std::function<std::size_t(char* out, std::size_t bytes)>;

/// Reads magic, version (1 to 3) and header of an NPY file of `size` bytes, up to its data. Throws as
/// parseNpyHeader().
NpyHeader readNpyHeader(const ReadBytes& read, std::uint64_t size, const std::string& file, NpyArrays arrays);

/// The header, version 1.0, of an array in C order; `type` as "<f8".
std::string npyHeader(const std::string& type, const std::vector<std::uint64_t>& shape);

}  // namespace app
