

#include "app/support/run_scene.h"
#include "colour/colour_map.h"
#include "document/scene_document.h"
#include "files/data_paths.h"
#include "files/user_error.h"
#include "scene/text/look_file.h"
#include "scene/text/scene_file.h"
#include "support/test.h"

namespace app {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// A temporary folder is the user's configuration folder.
class Looks : public testing::Test {
 protected:
  void SetUp() override {
    if (const char* set = std::getenv("XDG_CONFIG_HOME")) before_ = set;
    setenv("XDG_CONFIG_HOME", folder_.path().c_str(), 1);
  }
  void TearDown() override {
    if (before_) {
      setenv("XDG_CONFIG_HOME", before_->c_str(), 1);
    } else {
      unsetenv("XDG_CONFIG_HOME");
    }
  }
  void writeOwn(const std::string& name, const std::string& text) {
    fs::create_directories(folder_ / "ringlet/looks");
    test::writeFile(folder_ / ("ringlet/looks/" + name + ".toml"), text);
  }

  test::TemporaryFolder folder_;
  std::optional<std::string> before_;
};

std::string complaint(const std::string& text) {
  return test::refusal<UserError>([&] { parseLook(text, "dusk.toml"); });
}

TEST_F(Looks, OfTheProgramAreCompleteAndDifferent) {
  const std::vector<std::string> names = lookNames();
  EXPECT_THAT(names,
              testing::ElementsAre("glow", "analysis", "dye", "ink", "neon", "plane", "slice", "smoke", "vorticity"));
  std::vector<std::string> maps = colourMapNames();
  maps.emplace_back(kDyeMap);
  std::vector<Look> looks;
  for (const std::string& name : names) {
    const Look look = loadLook(name);
    EXPECT_THAT(maps, testing::Contains(look.view.colourMap)) << name;
    for (const Look& other : looks) EXPECT_FALSE(hasLook(look.view, other)) << name;
    looks.push_back(look);
  }
  EXPECT_TRUE(looks[0].view == ViewSettings{}) << "glow is what a scene looks like that says nothing";
}

TEST_F(Looks, PicturesLieBesideTheFiles) {
  EXPECT_EQ(lookPictureFile("ink"), (dataDirectory() / "assets/looks/ink.png").string());
  writeOwn("ink", "bloom = 0.5\n");
  EXPECT_EQ(lookPictureFile("ink"), folder_ / "ringlet/looks/ink.png") << "that of the program's is of another look";
}

TEST_F(Looks, ReadBackAsTheyWereWritten) {
  ViewSettings view;
  view.mode = ViewMode::both;
  view.background = Background::gradient;
  view.exposure = 1. / 3;
  view.colourBy = ColourBy::age;
  view.colourMap = "turbo";
  view.dyes[0] = {0.1F, 0.2F, 0.3F};
  view.light = {0.1, -0.7, 1. / 7};
  view.opacity = 2.5;
  view.grid = view.axes = view.cells = view.arrows = view.drawElements = view.legend = true;
  EXPECT_TRUE(parseLook(formatLook(view), "look").view == view);
}

TEST_F(Looks, LeaveTheCameraAlone) {
  ViewSettings view;
  view.follow = false;
  applyLook(loadLook("smoke"), view);
  EXPECT_FALSE(view.follow);
  EXPECT_TRUE(hasLook(view, loadLook("smoke")));
  EXPECT_THAT(complaint("eye = [0, 0, 1]"), HasSubstr("unknown key \"eye\""));
  EXPECT_THAT(complaint("follow = true"), HasSubstr("follow"));
}

ViewSettings measuredView() {
  ViewSettings view;
  view.arrows = view.cells = view.legend = view.drawElements = true;
  view.speedRange = 3;
  view.vorticityRange = 4;
  view.ageRange = 5;
  return view;
}

TEST_F(Looks, LeaveOverlaysAndRangesAloneThatTheyDoNotName) {
  const ViewSettings before = measuredView();
  ViewSettings view = before, expected = loadLook("smoke").view;
  expected.arrows = expected.cells = expected.legend = expected.drawElements = true;
  expected.speedRange = 3;
  expected.vorticityRange = 4;
  expected.ageRange = 5;
  applyLook(loadLook("smoke"), view);
  EXPECT_TRUE(view == expected);

  view = before;
  applyLook(parseLook("legend = false\ngrid = true\nage_range = 0", "mine.toml"), view);
  EXPECT_TRUE(!view.legend && view.grid && view.ageRange == 0) << "these it names";
  EXPECT_TRUE(view.arrows && view.cells && view.drawElements && !view.axes && view.speedRange == 3);
}

TEST_F(Looks, TakeTheirOverlaysAlongWhenTheyGo) {
  std::vector<std::string> trouble;
  const std::vector<NamedLook> looks = loadLooks(trouble);
  ViewSettings view;
  view.arrows = true;
  chooseLook(view, looks, "analysis");
  EXPECT_TRUE(view.grid && view.axes && view.legend && view.arrows);
  EXPECT_EQ(lookOf(view, looks), "analysis");
  chooseLook(view, looks, "neon");
  EXPECT_TRUE(!view.grid && !view.axes && !view.legend && view.arrows);

  chooseLook(view, looks, "analysis");
  view.grid = false;
  EXPECT_EQ(lookOf(view, looks), "") << "changed by hand";
  chooseLook(view, looks, "glow");
  EXPECT_TRUE(!view.grid && view.axes && view.legend) << "what is the user's now stays";
}

TEST_F(Looks, ThatAreKeptNameWhatIsShown) {
  const ViewSettings view = measuredView();
  saveLook(view, "measured", false);
  const Look look = loadLook("measured");
  EXPECT_TRUE(look.view == view);
  EXPECT_THAT(look.named, testing::UnorderedElementsAre("speed_range", "vorticity_range", "age_range", "elements",
                                                        "arrows", "cells", "legend"));
  saveLook({}, "plain", false);
  EXPECT_THAT(loadLook("plain").named, testing::IsEmpty());

  std::vector<std::string> trouble;
  EXPECT_EQ(lookOf(view, loadLooks(trouble)), "measured") << "it says more than glow, which fits too";
}

TEST_F(Looks, SayWhatIsWrongInTheFile) {
  EXPECT_THAT(complaint("mode = \"points\"\nbloom = 2"), HasSubstr("dusk.toml:2:9: bloom = 2 is out of range"));
  EXPECT_THAT(complaint("colour_map = \"../inferno\""), HasSubstr("colour_map"));
  EXPECT_THAT(complaint("light = [0, 0, 0]"), HasSubstr("no direction"));
  EXPECT_THAT(test::refusal<UserError>([] { loadLook("smokey"); }),
              testing::AllOf(HasSubstr("smokey: no such look; did you mean \"smoke\"?"), HasSubstr("glow, analysis")));
  EXPECT_THROW(loadLook("../looks/smoke"), UserError);
  EXPECT_THROW(loadLook(""), UserError);
}

TEST_F(Looks, OfTheUserJoinAndWin) {
  writeOwn("dusk", "bloom = 0.9\n");
  writeOwn("neon", "bloom = 0.01\n");
  writeOwn("broken", "bloom = \"much\"\n");
  EXPECT_THAT(lookNames(), testing::Contains("dusk"));
  EXPECT_EQ(loadLook("neon").view.bloom, 0.01);
  std::vector<std::string> trouble;
  const std::vector<NamedLook> looks = loadLooks(trouble);
  ASSERT_EQ(trouble.size(), 1u);
  EXPECT_THAT(trouble[0], HasSubstr("broken.toml:1:9: bloom"));
  EXPECT_EQ(looks.size(), lookNames().size() - 1);
}

TEST_F(Looks, AreSavedIntoTheUsersFolder) {
  ViewSettings view;
  view.bloom = 0.7;
  const std::string path = saveLook(view, "dusk", false);
  EXPECT_EQ(path, folder_ / "ringlet/looks/dusk.toml");
  EXPECT_EQ(loadLook("dusk").view.bloom, 0.7);
  EXPECT_THROW(saveLook(view, "dusk", false), UserError);
  view.bloom = 0.2;
  saveLook(view, "dusk", true);
  EXPECT_EQ(loadLook("dusk").view.bloom, 0.2);
  EXPECT_THROW(saveLook(view, "../dusk", true), UserError);
  EXPECT_THROW(saveLook(view, "", true), UserError);
}

TEST_F(Looks, ComeOneAfterTheOther) {
  std::vector<std::string> trouble;
  const std::vector<NamedLook> looks = loadLooks(trouble);
  ViewSettings view = looks[0].look.view;
  for (std::size_t i = 1; i <= looks.size(); ++i) {
    EXPECT_EQ(chooseNextLook(view, looks), looks[i % looks.size()].name);
    EXPECT_EQ(lookOf(view, looks), looks[i % looks.size()].name);
  }
  view.bloom = 0.123;
  EXPECT_EQ(lookOf(view, looks), "");
  EXPECT_EQ(chooseNextLook(view, looks), looks[0].name) << "changed by hand: from the beginning";
  EXPECT_EQ(chooseNextLook(view, {}), "");
}

std::string sceneWith(const std::string& view) {
  return "[[ring]]\nradius = 1\n[view]\n" + view;
}

TEST_F(Looks, AreTheBaseOfAScenesView) {
  const Scene scene = parseScene(sceneWith("bloom = 0.6\nlook = \"ink\"\nfollow = false"), "mine.toml");
  ViewSettings expected = loadLook("ink").view;
  expected.bloom = 0.6;
  expected.follow = false;
  EXPECT_TRUE(scene.view == expected);
  EXPECT_TRUE(parseScene(formatScene(scene), "again.toml").view == expected) << "written out in full";
  EXPECT_THAT(test::refusal<UserError>([] { parseScene(sceneWith("look = \"inky\""), "mine.toml"); }),
              HasSubstr("mine.toml:4:8: view: look = \"inky\" is not known"));
}

TEST_F(Looks, AreChosenOnTheCommandLine) {
  test::expectFailure(test::runProgram({"run", "ring", "--headless", "--frames", "1", "--look", "inky"}), 2,
                      "inky: no such look");
}

}  // namespace
}  // namespace app
