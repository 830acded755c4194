// Hostile TOML: input for which toml++ has undefined behaviour, input that exhausts the stack, input that is no text.

#include "scene/text/toml_reader.h"

#include "app/support/scene_text.h"
#include "support/test.h"

namespace {

using test::kRing;
using test::refusedScene;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Le;
using ::testing::SizeIs;
using ::testing::StartsWith;

std::string repeated(const std::string& part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

struct HostileToml {
  const char* name;
  std::string text;
  std::string position;  // the message starts with this
  std::string words;     // and has this in it
};

class HostileTomlTest : public ::testing::TestWithParam<HostileToml> {};

TEST_P(HostileTomlTest, IsRefusedInOneLine) {
  const HostileToml& hostile = GetParam();
  EXPECT_THAT(refusedScene(hostile.text),
              AllOf(StartsWith(hostile.position), HasSubstr(hostile.words), SizeIs(Le(1100U))));
}

std::string nameOf(const ::testing::TestParamInfo<HostileToml>& info) {
  return info.param.name;
}

// toml++ 3.3 marks its code for these inputs as unreachable, or asserts that they do not occur.
INSTANTIATE_TEST_SUITE_P(
    Unreachable, HostileTomlTest,
    ::testing::Values(HostileToml{"latinKey", "[physics]\n\u00e9 = 1\n", "s.toml:2:1: ", "\u00e9"},
                      HostileToml{"cyrillicKey", "\u0410\u0411 = 1\n", "s.toml:1:1: ", "\u0410"},
                      HostileToml{"radicalKey", "\u2e80 = 1\n", "s.toml:1:1: ", "\u2e80"},
                      HostileToml{"arabicKey", "\ufb50 = 1\n", "s.toml:1:1: ", "\ufb50"},
                      HostileToml{"keyGoesOn", "titl\u00e9 = 1\n", "s.toml:1:5: ", "\u00e9"},
                      HostileToml{"dottedKey", "a.\u00e9 = 1\n", "s.toml:1:3: ", "\u00e9"},
                      HostileToml{"headerKey", "[\u00e9]\n", "s.toml:1:2: ", "\u00e9"},
                      HostileToml{"inlineKey", "x = {\u00e9 = 1}\n", "s.toml:1:6: ", "\u00e9"},
                      HostileToml{"value", "[physics]\ndt = \u00e9\n", "s.toml:2:6: ", "value type"},
                      HostileToml{"numberGoesOn", "[physics]\ndt = 1\u00e9\n", "s.toml:2:", ""},
                      HostileToml{"trueGoesOn", "x = true\u00e9\n", "s.toml:1:9: ", "\u00e9"},
                      HostileToml{"behindAString", "title = \"a\"\u00e9\n", "s.toml:1:12: ", "\u00e9"},
                      HostileToml{"inAnArray", "x = [1 \u00e9]\n", "s.toml:1:8: ", "\u00e9"},
                      HostileToml{"afterABackslash", "title = \"\"\"\\\u00e9\"\"\"\n", "s.toml:1:", "escape"},
                      HostileToml{"controlInBrackets", "\n[[\x19\x19ring]]\n", "s.toml:2:3: ", "key"},
                      HostileToml{"noKeyInBrackets", "[=]\n", "s.toml:1:2: ", "key"},
                      HostileToml{"bracketsInBrackets", "[[[ring]]]\n", "s.toml:1:3: ", "key"},
                      HostileToml{"commentInBrackets", "[[#ring]]\n", "s.toml:1:3: ", "key"},
                      HostileToml{"braceInAnArray", "x = [}\n", "s.toml:1:6: ", "value type"},
                      HostileToml{"separatorInAnArray", "x = [\u2028]\n", "s.toml:1:6: ", "value type"},
                      HostileToml{"halfATime", "x = [2020-01-01 1, 2]\n", "s.toml:1:", "value type"},
                      HostileToml{"halfATimeAtTheLinesEnd", "x = 2020-01-01 1\ny = 2\n", "s.toml:", "value type"}),
    nameOf);

INSTANTIATE_TEST_SUITE_P(
    Deep, HostileTomlTest,
    ::testing::Values(
        HostileToml{"dottedKey", "a" + repeated(".a", 100000) + " = 1\n", "s.toml:1:32: ", "more than 16 parts"},
        HostileToml{"spacedKey", "a" + repeated(" . a", 100000) + " = 1\n", "s.toml:1:63: ", "more than 16 parts"},
        HostileToml{"quotedKey", "x = 1\n'\u00e9'" + repeated(".\"#\\\"\"", 1000) + " = 1\n",
                    "s.toml:2:", "more than 16 parts"},
        HostileToml{"header", "# .\n[" + repeated("a.", 100000) + "a]\n", "s.toml:2:33: ", "more than 16 parts"},
        HostileToml{"inlineKey", "x = {" + repeated("a.", 100000) + "a = 1}\n", "s.toml:1:", "more than 16 parts"},
        HostileToml{"arrays", "x = " + repeated("[", 100000), "s.toml:1:69: ", "more than 64 brackets"},
        HostileToml{"tables", "x = " + repeated("{a = ", 100000), "s.toml:1:", "more than 64 brackets"},
        HostileToml{"behindStrings",
                    "a = ''''a'''''\nb = \"\"\"\\\"\"\"\"\"\"\nc = \"\\\\\"\nx = " + repeated("[", 1000),
                    "s.toml:4:69: ", "more than 64 brackets"}),
    nameOf);

INSTANTIATE_TEST_SUITE_P(
    NoText, HostileTomlTest,
    ::testing::Values(HostileToml{"nul", std::string("title = \"a\0b\"\n", 14), "s.toml:1:", "control"},
                      HostileToml{"nulOutside", std::string("\0", 1), "s.toml:1:1: ", ""},
                      HostileToml{"notUtf8", "title = \"\xff\"\n", "s.toml:1:", "utf-8"},
                      HostileToml{"overlong", "title = \"\xc0\x80\"\n", "s.toml:1:", "utf-8"},
                      HostileToml{"half", "title = \"\xe2\x82", "s.toml:1:", "utf-8"},
                      HostileToml{"surrogate", "title = \"\\ud800\"\n", "s.toml:1:", "surrogate"},
                      HostileToml{"beyondUnicode", "title = \"\\U00110000\"\n", "s.toml:1:", "U+10FFFF"},
                      HostileToml{"hugeInteger", "[particles]\nseed = 99999999999999999999\n", "s.toml:2:", "64 bits"},
                      HostileToml{"longInteger", "x = " + std::string(100000, '1') + "\n", "s.toml:1:", "too long"},
                      HostileToml{"longKey", std::string(1000000, 'k') + " = 1\n", "s.toml:1:1: ", "unknown key"},
                      HostileToml{"longName", "[physics]\nintegrator = \"" + std::string(1000000, 'k') + "\"\n",
                                  "s.toml:2:14: ", "= \"kkkk"},
                      HostileToml{"secondMark", "\xef\xbb\xbf\xef\xbb\xbf", "s.toml:1:1: ", ""}),
    nameOf);

TEST(TomlReader, TakesForeignLettersWhereTomlDoes) {
  const app::Scene scene = app::parseScene(
      "\xef\xbb\xbf# \u00e9 \u2e80 \ufb50\ntitle = \"\u00e9\u2e80\ufb50\"\nnote = \"\"\"\\\n  \u00e9 \\\n "
      "\u0410\"\"\"\n" +
          kRing,
      "s.toml");
  EXPECT_EQ(scene.title, "\u00e9\u2e80\ufb50");
  EXPECT_EQ(scene.note, "\u00e9 \u0410");
}

TEST(TomlReader, TakesKeysAndValuesAsDeepAsScenesHaveThem) {
  const app::Scene scene = app::parseScene(
      "view.dyes = [[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]]\nring = [{radius = 0.3, core_radius = 0.05, centre = [0.1, 0.2, "
      "0.3]}, {radius = 0.5, core_radius = 0.05, centre = [0.1, 0.2, 0.3]}, {radius = 0.25, core_radius = 0.05}]\n",
      "s.toml");
  EXPECT_EQ(scene.lines.size(), 3u);
}

TEST(TomlReader, TakesIntegersBeyondADoublesDigitsAsNumbers) {
  const app::Scene scene = app::parseScene(kRing + "circulation = 9007199254740993\n", "s.toml");
  EXPECT_THAT(app::formatScene(scene), HasSubstr("circulation = 9007199254740992\n"));
  EXPECT_THAT(refusedScene("[physics]\ndt = 9223372036854775807\n"), HasSubstr("out of range"));
}

TEST(TomlReader, KeepsTheSignOfZero) {
  const std::string text = app::formatScene(app::parseScene(kRing + "centre = [-0.0, 0, -0.0]\n", "s.toml"));
  EXPECT_THAT(text, HasSubstr("centre = [-0.0, 0, -0.0]\n"));
  EXPECT_EQ(app::formatScene(app::parseScene(text, "s.toml")), text);
}

}  // namespace
