// Patterns for the names of numbered files: their number and their literal parts.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "files/user_error.h"
#include "film/numbered_path.h"
#include "support/refusal.h"

namespace app {
namespace {

using ::testing::HasSubstr;

TEST(NumberedPath, UnderstandsOneNumber) {
  EXPECT_EQ(NumberedPath("frames/%05d.png").at(42), "frames/00042.png");
  EXPECT_EQ(NumberedPath("frames/%05d.png").at(1234567), "frames/1234567.png");
  EXPECT_EQ(NumberedPath("a%d.png").at(7), "a7.png");
  EXPECT_EQ(NumberedPath("a%018d.png").at(7), "a000000000000000007.png");
  EXPECT_EQ(NumberedPath("a%d.png").folder(), ".");
  EXPECT_EQ(NumberedPath("/b/c/a%d.png").folder(), "/b/c");
  EXPECT_EQ(NumberedPath("/a%d.png").folder(), "/");
}

TEST(NumberedPath, TwoPercentSignsAreOneAndFoldersAreLiteral) {
  const NumberedPath path("100%/%d%%/of 50%% a%%%03d%%.png");
  EXPECT_EQ(path.at(7), "100%/%d%%/of 50% a%007%.png");
  EXPECT_EQ(path.folder(), "100%/%d%%");
  EXPECT_EQ(path.numberOf("of 50% a%007%.png"), 7);
  EXPECT_FALSE(hasNumber("100%/a.png"));
  EXPECT_TRUE(hasNumber("100%/a%d.png"));
}

TEST(NumberedPath, KnowsItsOwnNames) {
  const NumberedPath path("f/a%03db.png");
  EXPECT_EQ(path.numberOf("a007b.png"), 7);
  EXPECT_EQ(path.numberOf("a1234b.png"), 1234);
  for (const char* other : {"a7b.png", "a0001b.png", "a007b.pn", "a007c.png", "b007b.png", "ab.png", "a-07b.png", ""})
    EXPECT_EQ(path.numberOf(other), std::nullopt) << other;
}

TEST(NumberedPath, RefusesOtherPatterns) {
  for (const char* bad :
       {"a.png", "%.png", "%s.png", "%5d.png", "%05.png", "%d%d.png", "%%.png", "%%05d.png", "%n%d.png", "%019d.png",
        "%00d.png", "%0d.png", "%-5d.png", "%05ld.png", "a%d/b.png", "%99999999999d.png", "%05d.png%", "%*d.png"}) {
    EXPECT_THAT(test::refusal<UsageError>([&] { NumberedPath{bad}; }), HasSubstr("frames/%05d.png")) << bad;
  }
}

}  // namespace
}  // namespace app
