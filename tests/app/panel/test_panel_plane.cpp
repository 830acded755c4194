// The panel of a plane flow: its vortices and sheets, and nothing that the plane cannot have.
#include "app/panel/panel_fixture.h"

namespace app {
namespace {

constexpr const char* kPlane =
    "[physics]\nspace = \"plane\"\nredistribution = \"auto\"\noverlap = 1\nregularisation = \"gaussian8\"\n"
    "[[vortex]]\ncentre = [0.5, 0]\n[[sheet]]\n[film]\nrestarts = true\n";

class PanelPlane : public Panel {
 protected:
  PanelPlane() {
    openScene(gui.state, gui.document, parseScene(kPlane, "plane.toml"));
    gui.unfoldAll();
    gui.frame();
  }
  const fmm::PlaneVortex& vortex(std::size_t index) const {
    return std::get<fmm::PlaneVortex>(scene().patches.at(index).patch);
  }
};

TEST_F(PanelPlane, OffersNothingOfSpace) {
  for (const char* name : {"Rings", "Knots", "Add ring", "Add knot", "New ring", "Aim", "Launch", "Fly", "Side"})
    EXPECT_FALSE(gui.has(name)) << name;
  EXPECT_TRUE(gui.has("Vortices"));
  EXPECT_EQ(gui.click("Scene's view").action, Action::frontView);
}

TEST_F(PanelPlane, BodiesAreChangedOneByOne) {
  constexpr const char* kViscous =
      "[physics]\nspace = \"plane\"\nviscosity = 0.01\ndiffusion = \"lattice\"\nredistribution = \"auto\"\n"
      "[[body]]\nradius = 0.2\n";
  openScene(gui.state, gui.document, parseScene(kViscous, "body.toml"));
  gui.unfoldAll();
  gui.frame();
  const std::vector<fmm::Body>& bodies = scene().settings.bodies;
  gui.typeInto("Body x", "-0.4");
  gui.typeInto("Body radius", "0.3");
  gui.typeInto("Swing y", "0.1");
  EXPECT_EQ(bodies[0].centre.x, -0.4);
  EXPECT_EQ(bodies[0].radius, 0.3);
  EXPECT_EQ(bodies[0].swing.y, 0.1);
  EXPECT_TRUE(gui.click("Add body").settings) << "the running flow takes it";
  gui.frame();
  ASSERT_EQ(bodies.size(), 2u);
  gui.typeInto("Body y", "0.1");  // of the first, which would come to lie over the second only if it were larger
  fmm::requireBodies(bodies);
  EXPECT_TRUE(gui.has("Wake length"));
  expectSaves();
  gui.click("Remove body");
  EXPECT_EQ(bodies.size(), 1u);
  gui.frame();
  gui.click("Remove body");
  EXPECT_TRUE(bodies.empty());
}

TEST_F(PanelPlane, VorticesAndSheetsHaveTheirNumbers) {
  gui.click("Lines/vortex 1");
  gui.frame();
  gui.typeInto("Centre x", "-0.25");
  gui.typeInto("Circulation", "-2");
  gui.typeInto("Core radius", "0.2");
  EXPECT_EQ(vortex(0).centre.x, -0.25);
  EXPECT_EQ(vortex(0).circulation, -2);
  EXPECT_EQ(vortex(0).halfAxes, (std::array<double, 2>{0.2, 0.2}));
  EXPECT_TRUE(stale());
  gui.click("Round");
  gui.typeInto("Half axis b", "0.05");
  gui.typeInto("Angle", "30");
  EXPECT_EQ(vortex(0).halfAxes, (std::array<double, 2>{0.2, 0.05}));
  expectSaves();
  gui.typeInto("Copies", "5");
  EXPECT_GT(scene().patches[0].within, 0) << "not all in one place";
  expectSaves();
  gui.typeInto("Copies", "1");
  expectSaves();
  gui.click("Lines/sheet 1");
  gui.frame();
  gui.typeInto("To y", "0.5");
  gui.typeInto("Waves", "3");
  const auto& sheet = std::get<fmm::PlaneSheet>(scene().patches[1].patch);
  EXPECT_EQ(sheet.to.y, 0.5);
  EXPECT_GT(sheet.amplitude, 0);
  expectSaves();
  gui.typeInto("To x", "-0.5");
  gui.typeInto("To y", "0");
  EXPECT_FALSE(sheet.from == sheet.to) << "a sheet of no length is refused";
  expectSaves();
}

TEST_F(PanelPlane, AddsCopiesAndDeletes) {
  gui.click("Add vortex");
  gui.frame();
  EXPECT_EQ(gui.state.line, (LinePlace{LinePlace::kPatches, 1}));
  EXPECT_GT(fmm::norm(vortex(1).centre - vortex(0).centre), 0.2) << "clear of it";
  gui.click("Copy");
  gui.click("Add sheet");
  EXPECT_EQ(scene().patches.size(), 5u);
  expectSaves();
  gui.click("Delete");
  gui.click("Delete");
  EXPECT_EQ(scene().patches.size(), 3u);
  EXPECT_TRUE(gui.has("Lines/vortex 2"));
  expectSaves();
}

}  // namespace
}  // namespace app
