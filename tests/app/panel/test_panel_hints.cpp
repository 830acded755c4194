// Hints of the panel's controls, and their step sizes.
#include <imgui.h>

#include "app/panel/panel_fixture.h"
#include "support/test.h"

namespace app {
namespace {

TEST_F(Panel, EveryControlExplainsItselfInOneSentence) {
  gui.state.confirmOverwrite = false;
  gui.state.message = "something happened";
  gui.frame();
  EXPECT_GT(gui.state.widgets.hints().size(), 35u);
  for (const auto& [name, hint] : gui.state.widgets.hints()) {
    SCOPED_TRACE(name + ": " + hint);
    const std::string sentence = hint.substr(0, hint.find('\n'));
    ASSERT_GT(sentence.size(), 15u);
    EXPECT_TRUE(std::isupper(static_cast<unsigned char>(sentence.front())));
    EXPECT_EQ(sentence.back(), '.');
    EXPECT_EQ(sentence.find(". "), std::string::npos) << "more than one sentence";
    EXPECT_GE(std::count(sentence.begin(), sentence.end(), ' '), 3);
    EXPECT_LE(sentence.size(), 180u) << "too long to be read in passing";
    EXPECT_TRUE(gui.has(name));
  }
  for (const auto& [name, rect] : gui.state.widgets.rects()) {
    const bool partOfAControl = name.find('/') != std::string::npos;
    EXPECT_TRUE(partOfAControl || name == "message" || gui.state.widgets.hints().count(name) == 1) << name;
  }
}

TEST_F(Panel, FirstHintStaysUntilTheMouseIsUsed) {
  gui.frame();
  EXPECT_FALSE(gui.has("First hint"));
  gui.state.pressed = false;
  for (int i = 0; i < 100; ++i) gui.frame();
  EXPECT_TRUE(gui.has("First hint"));
  gui.state.kiosk = true;
  gui.frame();
  gui.frame();
  EXPECT_FALSE(gui.has("First hint")) << "visitors have a caption";
  gui.state.kiosk = false;
  gui.click("Radius");
  gui.frame();
  EXPECT_FALSE(gui.has("First hint"));
}

TEST_F(Panel, NumbersGiveTheirRangeAndUnit) {
  const auto& hints = gui.state.widgets.hints();
  EXPECT_NE(hints.at("Radius").find("\n0.0375 to 2.4 L"), std::string::npos) << hints.at("Radius");
  EXPECT_NE(hints.at("Circulation").find(" L\u00b2/T"), std::string::npos);
  EXPECT_NE(hints.at("Time step").find(" T"), std::string::npos);
  EXPECT_NE(hints.at("Tracers").find("\n1 024 to 16 777 216"), std::string::npos);
}

TEST_F(Panel, HintsComeUpBesideThePanelWhenThePointerRests) {
  gui.frame();
  const auto inkBeside = [&] {
    const Image image = gui.picture();
    int ink = 0;
    for (int y = 0; y < image.height; ++y) {
      for (int x = 360; x < image.width; ++x) ink += image.at(x, y)[1] > 120;
    }
    return ink;
  };
  EXPECT_EQ(inkBeside(), 0);
  gui.rest("Radius", 0.1f);
  EXPECT_EQ(inkBeside(), 0) << "in passing";
  gui.rest("Radius", 1);
  EXPECT_GT(inkBeside(), 300);
  gui.rest("Radius", 6);
  EXPECT_EQ(inkBeside(), 0) << "it was read";
  gui.rest("Circulation", 1);
  EXPECT_GT(inkBeside(), 300);
  gui.click("Circulation");
  gui.rest("Circulation", 1);
  EXPECT_EQ(inkBeside(), 0) << "a click was the answer";
}

TEST_F(Panel, NumbersAreTypedWithAPointOrADecimalComma) {
  gui.typeInto("Radius", "0,25");
  EXPECT_DOUBLE_EQ(scene().rings()[0].radius, 0.25);
  gui.typeInto("Radius", "0.5");
  EXPECT_DOUBLE_EQ(scene().rings()[0].radius, 0.5);
}

TEST_F(Panel, ArrowsAndWheelStepNumbersFinely) {
  const double before = scene().rings()[0].radius;
  gui.stepWithKey("Radius", ImGuiKey_RightArrow);
  EXPECT_NEAR(scene().rings()[0].radius, 1.01 * before, 1e-3 * before);
  gui.stepWithKey("Radius", ImGuiKey_LeftArrow);
  EXPECT_NEAR(scene().rings()[0].radius, before, 1e-3 * before);
  EXPECT_TRUE(gui.state.widgets.stepping());
  gui.stepWithWheel("Seed", 1);
  EXPECT_EQ(scene().seed, 2u);
  gui.stepWithWheel("Seed", -1);
  gui.stepWithWheel("Seed", -1);
  gui.stepWithWheel("Seed", -1);
  EXPECT_EQ(scene().seed, 0u) << "not below the range";
  const std::size_t tracers = gui.document.counts.tracers;
  gui.stepWithKey("Tracers", ImGuiKey_RightArrow);
  EXPECT_NEAR(static_cast<double>(*scene().tracers), 1.01 * static_cast<double>(tracers), 1);
  EXPECT_TRUE(gui.stepWithKey("Time step", ImGuiKey_RightArrow).settings);
  gui.choose("Size", "other");
  gui.readout.recording = true;
  const int width = scene().film.size.width;
  gui.stepWithKey("Width", ImGuiKey_RightArrow);
  EXPECT_EQ(scene().film.size.width, width) << "disabled";
}

TEST_F(Panel, FoldedGroupsSayWhatIsInThem) {
  PanelRequests requests;
  PanelContext context{gui.state, gui.document, gui.readout, gui.history, requests};
  gui.status.backend = "cpu";
  for (const PanelSection& section : panelSections()) {
    EXPECT_TRUE(!section.summary || section.summary(context).size() > 3) << section.name;
  }
}

}  // namespace
}  // namespace app
