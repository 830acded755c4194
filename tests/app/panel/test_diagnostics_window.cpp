// The diagnostics window without any display: drawing in all sizes with no, few and many samples, and input.
#include <gtest/gtest.h>
#include <imgui.h>

#include <cmath>

#include "app/support/free_leapfrog.h"
#include "app/support/gui_harness.h"
#include "panel/plots/plot_frame.h"
#include "scene/text/scene_file.h"

namespace app {
namespace {

const char* const kTabs[] = {"Rings", "Invariants", "Error", "Time"};

DiagnosticsSample sampleAt(double time, int rings, bool odd = false) {
  DiagnosticsSample sample;
  sample.time = time;
  sample.looked = !odd;
  sample.flow.invariants.linearImpulse = {0, 0, 1 + 1e-5 * time};
  sample.flow.energy = std::fmod(time, 1) < 0.1 ? 2 : kNotMeasured;
  sample.drift.impulse = 1e-5 * time;
  for (int k = 0; k < rings; ++k) {
    RingSample ring;
    ring.measured.ring = k;
    ring.measured.radius = odd ? INFINITY : 1 + 0.2 * std::sin(time + k);
    ring.speed = odd ? kNotMeasured : std::cos(time);
    ring.position = time;
    ring.theorySpeed = odd ? -INFINITY : 0.99 * std::cos(time);
    sample.rings.push_back(ring);
  }
  sample.seconds = 0.01;
  sample.stages = {{"near", 0.006}, {"tree", 0.004}};
  return sample;
}

fmm::MeasuredError someError() {
  fmm::MeasuredError error;
  error.samples = 200;
  error.relativeL2 = 1e-5;
  error.percentile99 = 4e-5;
  error.maximum = 6e-5;
  error.histogram[26] = 150;
  error.histogram[29] = 50;
  return error;
}

/// A panel that is hidden and a window that is shown.
struct Shown : GuiHarness {
  explicit Shown(int width = 800, int height = 700) : GuiHarness(width, height) {
    openScene(state, document, test::freeLeapfrog());
    state.visible = false;
    state.diagnostics.open = true;
    readout.diagnostics = &table;
    flow.diagnostics.theory = RingTheory::coaxial;
  }
  void fill(int samples, int rings = 2) {
    for (int i = 0; i < samples; ++i) table.add(sampleAt(0.01 * i, rings));
  }
  void show(const std::string& tab) {
    frame();  // ImGui lays out tabs one frame late
    frame();
    click("Diagnostics/" + tab);
    frame();
  }
  /// Pixels of about this colour.
  int pixelsLike(ImU32 colour) const {
    const Image image = picture();
    int count = 0;
    for (std::size_t i = 0; i + 2 < image.rgb.size(); i += 3) {
      const int d = std::abs(image.rgb[i] - static_cast<int>(colour & 255u)) +
                    std::abs(image.rgb[i + 1] - static_cast<int>(colour >> 8 & 255u)) +
                    std::abs(image.rgb[i + 2] - static_cast<int>(colour >> 16 & 255u));
      count += d < 60;
    }
    return count;
  }

  DiagnosticsTable table;
};

constexpr ImU32 kFirstRing = IM_COL32(86, 180, 233, 255), kSecondRing = IM_COL32(230, 159, 0, 255);

TEST(DiagnosticsWindowTest, IsThereOnlyWhenItIsOpen) {
  Shown gui;
  gui.frame();
  gui.frame();
  EXPECT_TRUE(gui.has("Diagnostics"));
  gui.state.diagnostics.open = false;
  gui.frame();
  EXPECT_FALSE(gui.has("Diagnostics"));
  gui.state.diagnostics.open = true;
  gui.readout.diagnostics = nullptr;
  gui.frame();
  EXPECT_FALSE(gui.has("Diagnostics"));
}

TEST(DiagnosticsWindowTest, DrawsNoTheoryWhereThereIsNone) {
  const auto edges = [] {  // of the solid curves, in a window without theory from the start
    Shown gui;
    gui.fill(50, 1);
    gui.flow.diagnostics.theory = RingTheory::none;
    gui.show("Rings");
    return gui.pixelsLike(paler(kFirstRing));
  };
  const int expected = edges();
  Shown gui;
  gui.fill(50, 1);
  gui.show("Rings");
  EXPECT_GT(gui.pixelsLike(paler(kFirstRing)), expected);
  gui.flow.diagnostics.theory = RingTheory::none;
  gui.frame();
  EXPECT_EQ(gui.pixelsLike(paler(kFirstRing)), expected);
}

TEST(DiagnosticsWindowTest, ListsNoRingsThatHaveMet) {
  Shown gui;
  gui.fill(50);
  gui.show("Rings");
  const int before = gui.pixelsLike(kSecondRing);
  gui.flow.diagnostics.theory = RingTheory::met;
  gui.frame();
  EXPECT_LT(gui.pixelsLike(kSecondRing), before) << "the swatch of its row is gone";
  EXPECT_GT(gui.pixelsLike(kSecondRing), before / 3) << "the curves up to then stay";
}

TEST(DiagnosticsWindowTest, DrawsEveryTabAtAnySizeWithAnyHistory) {
  for (const auto& [width, height] : {std::pair(240, 160), std::pair(800, 700), std::pair(2400, 1500)}) {
    for (const int samples : {0, 1, 2, 500}) {
      Shown gui(width, height);
      gui.state.scale = width > 2000 ? 2 : 1;
      gui.fill(samples);
      for (const char* tab : kTabs) {
        gui.show(tab);
        ASSERT_TRUE(gui.has("Diagnostics/Rings")) << width << ", " << samples;
        const WidgetRect window = gui.state.widgets.rects().at("Diagnostics");
        EXPECT_LE(window.high.x - window.low.x, static_cast<float>(width));
        EXPECT_LE(window.high.y - window.low.y, static_cast<float>(height));
      }
    }
  }
}

TEST(DiagnosticsWindowTest, NothingThatSavesIsCutWhereItIsNarrow) {
  for (const int width : {330, 440, 800}) {
    Shown gui(width, 500);
    gui.fill(50);
    gui.frame();
    gui.frame();
    const auto& rects = gui.state.widgets.rects();
    const WidgetRect window = rects.at("Diagnostics"), name = rects.at("CSV file");
    for (const char* control : {"Span", "CSV file", "Save CSV", "Save plots"}) {
      EXPECT_LE(rects.at(control).high.x, window.high.x) << control << " at " << width;
      EXPECT_LE(rects.at(control).high.y, window.high.y) << control << " at " << width;
    }
    EXPECT_GE(name.high.x - name.low.x, 100) << "room for diagnostics.csv at " << width;
  }
}

TEST(DiagnosticsWindowTest, CurvesHaveTheColoursOfTheirRings) {
  Shown gui;
  gui.fill(300);
  gui.show("Rings");
  EXPECT_GT(gui.pixelsLike(kFirstRing), 300);
  EXPECT_GT(gui.pixelsLike(kSecondRing), 300);
  const auto all = gui.picture().rgb;
  gui.choose("Span", "last 100");
  gui.frame();
  EXPECT_EQ(gui.state.diagnostics.span, "last 100");
  EXPECT_TRUE(gui.picture().rgb != all);
}

TEST(DiagnosticsWindowTest, RingsOfThePicturesColoursHaveThemInThePlots) {
  Shown gui;
  gui.fill(300);
  ViewSettings& view = gui.document.scene.view;
  view.colourBy = ColourBy::ring;
  view.colourMap = kDyeMap;
  view.dyes = {{{1, 0.5F, 0.5F}, {0.5F, 1, 0.5F}}};
  gui.show("Rings");
  EXPECT_GT(gui.pixelsLike(IM_COL32(255, 128, 128, 255)), 300);
  EXPECT_GT(gui.pixelsLike(IM_COL32(128, 255, 128, 255)), 300);
  EXPECT_LT(gui.pixelsLike(kFirstRing), 30);
}

TEST(DiagnosticsWindowTest, ValuesThatAreNotFiniteAreLeftOut) {
  Shown gui;
  gui.fill(50);
  for (int i = 0; i < 50; ++i) gui.table.add(sampleAt(0.5 + 0.01 * i, 2, true));
  gui.table.addError({0.99, someError()});
  fmm::MeasuredError lost = someError();
  lost.relativeL2 = lost.maximum = lost.percentile99 = kNotMeasured;
  gui.table.addError({0.98, lost});
  gui.status.error = lost;
  for (const char* tab : kTabs) gui.show(tab);
  gui.show("Rings");
  EXPECT_GT(gui.pixelsLike(kFirstRing), 50) << "what is finite is drawn";
}

TEST(DiagnosticsWindowTest, PointerTellsValues) {
  Shown gui;
  gui.fill(200);
  gui.show("Rings");
  const WidgetRect window = gui.state.widgets.rects().at("Diagnostics");
  const int before = gui.pixelsLike(IM_COL32(230, 232, 238, 255));
  ImGui::GetIO().MousePos = {window.centre().x, window.centre().y + 40};
  for (int i = 0; i < 4; ++i) gui.frame();  // ImGui needs frames to size a tooltip
  EXPECT_TRUE(gui.state.diagnostics.cursor.shown());
  EXPECT_GT(gui.pixelsLike(IM_COL32(230, 232, 238, 255)), before + 50) << "the tooltip's text";
  ImGui::GetIO().MousePos = {1, 1};
  gui.frame();
  gui.frame();
  EXPECT_FALSE(gui.state.diagnostics.cursor.shown());
}

TEST(DiagnosticsWindowTest, EachQuantityCanBeDrawn) {
  Shown gui;
  gui.fill(100);
  gui.show("Invariants");
  for (const char* name : {"energy", "helicity", "total strength", "enstrophy", "least overlap", "divergence",
                           "largest gradient", "dissipation over 2\u03bdZ", "Reynolds number", "cell Reynolds number",
                           "resolved Re", "largest vorticity", "angular impulse", "impulse"}) {
    gui.choose("Value of", name);
    gui.frame();
    EXPECT_EQ(gui.state.diagnostics.quantity, name);
  }
}

TEST(DiagnosticsWindowTest, ErrorShowsItsHistogramAndTolerance) {
  Shown gui;
  gui.fill(100);
  gui.status.error = someError();
  gui.table.addError({0.5, someError()});
  gui.show("Error");
  EXPECT_GT(gui.pixelsLike(IM_COL32(193, 104, 45, 255)), 1000) << "bars";
  EXPECT_GT(gui.pixelsLike(IM_COL32(245, 107, 102, 255)), 100) << "tolerance";
}

TEST(DiagnosticsWindowTest, AsksForCsvAndBeforeItOverwrites) {
  Shown gui;
  gui.fill(3);
  gui.frame();
  gui.doubleClickAndType("CSV file", "run.csv");
  EXPECT_EQ(gui.state.diagnostics.csvName, "run.csv");
  PanelRequests requests = gui.click("Save CSV");
  EXPECT_TRUE(requests.saveDiagnostics);
  EXPECT_FALSE(requests.overwriteDiagnostics);
  gui.state.diagnostics.confirmOverwrite = true;
  EXPECT_FALSE(gui.click("Keep CSV").saveDiagnostics);
  EXPECT_FALSE(gui.state.diagnostics.confirmOverwrite);
  gui.state.diagnostics.confirmOverwrite = true;
  requests = gui.click("Overwrite CSV");
  EXPECT_TRUE(requests.saveDiagnostics);
  EXPECT_TRUE(requests.overwriteDiagnostics);
}

TEST(DiagnosticsWindowTest, HasASwitchInThePanel) {
  Shown gui(1200, 4000);
  gui.state.visible = true;
  gui.state.diagnostics.open = false;
  gui.unfoldAll();
  gui.click("Diagnostics window");
  EXPECT_TRUE(gui.state.diagnostics.open);
  EXPECT_TRUE(actionFor({'I', "i"}) == Action::diagnostics);
}

}  // namespace
}  // namespace app
