#pragma once

namespace app {

/// One of several exposures whose light adds up to a picture.
struct Shot {
  int number = 0, count = 1;

  bool isLast() const { return number + 1 == count; }
};

}  // namespace app
