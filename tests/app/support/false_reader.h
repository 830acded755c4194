#pragma once

namespace test {

/// Names what a process that reads HDF5 files is to do instead, in tests of the program that asks it.
constexpr const char* kFalseReader = "RINGLET_TEST_READER";

/// Where the variable is set and this process was started to read a file, it is one that was taken over by it, and does
/// not return. "silent": says nothing, "gone": ends at once, "mute": closes its channel and stays, "much": answers with
/// more than was asked for, "little": with less, "odd": with half a row, "nan": with what is not finite, "escape":
/// refuses with control characters, "noise": answers with random bytes.
void beFalseReaderIfAsked(int argc, char** argv);

}  // namespace test
