// Messages stay one line without control characters for the terminal, whatever names and files bring into them.

#include <gtest/gtest.h>

#include <string>

#include "files/message.h"

namespace {

using app::printable;

TEST(Message, LeavesReadableTextAsItIs) {
  const std::string text = u8"scene.toml:3:1: \"Wirbel \u00e4\u03c9\u6f29\U0001f30a\" C:\\n is 1e-3";
  EXPECT_EQ(printable(text), text);
  EXPECT_EQ(printable(""), "");
}

TEST(Message, EscapesControlCharacters) {
  EXPECT_EQ(printable("a\nb\r\tc"), "a\\nb\\r\\tc");
  EXPECT_EQ(printable("\x1b[2J\x07\x7f"), "\\x1b[2J\\x07\\x7f");
  EXPECT_EQ(printable(std::string("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable(u8"\u009b31m"), "\\u009b31m");
}

TEST(Message, EscapesWhatTurnsOrBreaksALine) {
  EXPECT_EQ(printable(u8"a\u202egnp.exe\u2066\u2028"), "a\\u202egnp.exe\\u2066\\u2028");
}

TEST(Message, EscapesBytesThatAreNoText) {
  EXPECT_EQ(printable("\xff\xc3("), "\\xff\\xc3(");
  EXPECT_EQ(printable("\xc0\x80"), "\\xc0\\x80") << "not the shortest form";
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "a surrogate";
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "beyond Unicode";
  EXPECT_EQ(printable("\xe2\x82"), "\\xe2\\x82") << "cut off";
}

}  // namespace
