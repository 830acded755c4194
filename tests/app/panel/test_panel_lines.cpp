// The list of lines in the panel, and the numbers of the chosen one.
#include <fmt/format.h>
#include <imgui.h>

#include "app/panel/panel_fixture.h"

namespace app {
namespace {

class PanelLines : public Panel {
 protected:
  /// Clicks the row of that name.
  void choose(const std::string& name) {
    gui.click("Lines/" + name);
    gui.frame();
  }
};

TEST_F(PanelLines, OneRingIsChangedAndTheOthersStay) {
  EXPECT_FALSE(gui.has("Its radius"));
  choose("ring 2");
  gui.typeInto("Its radius", "0.2");
  gui.typeInto("Its circulation", "-1.5");
  gui.typeInto("Its core", "0.02");
  EXPECT_EQ(scene().rings()[1].radius, 0.2);
  EXPECT_EQ(scene().rings()[1].circulation, -1.5);
  EXPECT_EQ(scene().rings()[1].coreRadius, 0.02);
  EXPECT_EQ(scene().rings()[0].radius, 0.3);
  EXPECT_EQ(scene().rings()[0].circulation, 1);
  EXPECT_TRUE(stale());
  expectSaves();
}

TEST_F(PanelLines, ACoreTypedTooWideIsTold) {
  choose("ring 1");
  gui.typeInto("Its core", "0.9");
  const double core = scene().rings()[0].coreRadius;
  EXPECT_LT(core, 0.3);
  EXPECT_EQ(gui.state.message, fmt::format("Core: 0.9 does not fit into this line; it is {:.10g} now, the widest that "
                                           "does",
                                           core));
  expectSaves();
}

TEST_F(PanelLines, AddsCopiesAndDeletes) {
  gui.click("Add ring");
  EXPECT_EQ(scene().rings().size(), 3u);
  EXPECT_EQ(gui.state.line, (LinePlace{0, 2}));
  gui.click("Add knot");
  EXPECT_EQ(scene().lines.of<fmm::TorusKnot>().size(), 1u);
  choose("ring 1");
  gui.click("Copy");
  EXPECT_EQ(scene().rings().size(), 4u);
  gui.click("Delete");
  gui.click("Delete");
  EXPECT_EQ(scene().rings().size(), 2u);
  expectSaves();
}

TEST_F(PanelLines, NamesAndColoursAreTheLinesOwn) {
  choose("ring 1");
  gui.click("Choose colour");
  gui.document.scene.lines.extras<fmm::Ring>(0).name = "front";
  gui.frame();
  EXPECT_TRUE(gui.has("Its colour"));
  EXPECT_TRUE(gui.has("Lines/front"));
  EXPECT_TRUE(stale()) << "the picture has other colours after a reset";
  expectSaves();
}

TEST_F(PanelLines, ARingJoinsLater) {
  choose("ring 2");
  gui.click("Joins later");
  ASSERT_EQ(scene().launches.size(), 1u);
  gui.frame();
  gui.typeInto("Its start", "0.25");
  gui.click("Choose elements");
  gui.frame();
  gui.typeInto("Its elements", "77");
  EXPECT_EQ(scene().launches[0].time, 0.25);
  EXPECT_EQ(scene().launches[0].elements, 77u);
  expectSaves();
}

TEST_F(PanelLines, EveryKeyOfEveryKindHasAControl) {
  Scene mixed = parseScene(
      "[[ring]]\nlayout = \"layers\"\n[[knot]]\ncore_radius = 0.01\n"
      "[[filament]]\npoints = [[9, 0, 0], [10, 0, 0], [10, 1, 0.2], [9, 1, 0]]\ncore_radius = 0.01\n",
      "mixed.toml");
  openScene(gui.state, gui.document, mixed);
  for (const LinePlace place : linePlaces(mixed)) {
    gui.state.line = place;
    gui.frame();
    visitLine(mixed, place, [&](auto& line, LineLabel&) {
      using Line = std::decay_t<decltype(line)>;
      for (const LineKey<Line>& key : lineKind<Line>().keys) {
        const std::string name = key.name;
        const bool hidden = name == "points" || (name == "layers" && line.layout != fmm::CoreLayout::layers);
        EXPECT_TRUE(hidden || gui.has(key.title)) << Line::kName << " " << name;
      }
    });
    for (const char* title : {"Its name", "Choose colour", "Its place", "Its axis", "Its radius"})
      EXPECT_TRUE(gui.has(title)) << title;
  }
  EXPECT_TRUE(gui.has("Choose elements")) << "of the filament";
}

TEST_F(PanelLines, TheChosenOneMayGo) {
  choose("ring 2");
  gui.document.scene.rings().resize(1);
  gui.frame();
  EXPECT_FALSE(gui.state.line);
}

}  // namespace
}  // namespace app
