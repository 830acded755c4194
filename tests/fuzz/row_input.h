#pragma once

#include <cmath>
#include <vector>

#include "fuzz/fuzz_input.h"

namespace fuzz {

/// Reads all rows of a file of elements by this reader; all numbers must be finite.
template <class Reader>
void readRows(const std::uint8_t* data, std::size_t size) {
  static const std::vector<std::vector<std::string>> layouts = {{"x", "y", "z", "ax", "ay", "az"},
                                                                {"x", "y", "z", "ax", "ay", "az", "sigma", "ring"}};
  static MemoryFile file;
  file.fill(textOf(data, size));
  accepts([&] {
    Reader reader(file.path(), layouts);
    std::vector<double> row(reader.columns());
    while (reader.next(row.data()))
      for (const double value : row)
        if (!std::isfinite(value)) fail(reader.where() + ": a number is not finite");
  });
}

}  // namespace fuzz
