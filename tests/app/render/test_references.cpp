// Pictures of a fixed model against those in tests/references, by visible differences: both are shrunk by 4 along each
// side and compared in CIELAB, where a difference of 1 is just visible side by side. To renew the references after an
// intended change:
//
//     RINGLET_RENEW_REFERENCES=1 ctest --test-dir build -R Reference
//
// then look at every one of them before you commit them.

#include "app/render/model_picture.h"
#include "files/png_file.h"
#include "gl/headless_context.h"
#include "support/test.h"

namespace {

// Drivers differ in the last bits of their arithmetic, which moves single tracers to the next pixel.
constexpr double kMostMean = 0.5;     // of all places
constexpr double kMostLargest = 4.0;  // of all but one place in a hundred

struct Reference {
  const char* name;
  app::ViewSettings view;
};

void PrintTo(const Reference& reference, std::ostream* out) {
  *out << reference.name;
}

app::ViewSettings viewOf(app::ViewMode mode, app::Background background) {
  app::ViewSettings view;
  view.mode = mode;
  view.background = background;
  view.exposure = 1;  // automatic exposure would hide part of a change
  return view;
}

app::ViewSettings byRing() {
  app::ViewSettings view = viewOf(app::ViewMode::both, app::Background::dark);
  view.colourBy = app::ColourBy::ring;
  view.colourMap = app::kDyeMap;
  return view;
}

app::ViewSettings withOverlays() {
  app::ViewSettings view = viewOf(app::ViewMode::points, app::Background::gradient);
  view.arrows = view.cells = view.grid = view.axes = view.legend = true;
  return view;
}

app::ViewSettings withVorticity() {
  app::ViewSettings view = viewOf(app::ViewMode::both, app::Background::dark);
  view.opacity = 0.5;
  view.vorticity = 0.5;
  view.slice = app::SliceAxis::y;
  view.sliceAt = -0.6;
  view.sliceOf = app::SliceQuantity::normal;
  view.isosurface = 0.5;
  view.isosurfaceOpacity = 0.7;
  view.vorticityRange = 30;
  view.legend = true;
  return view;
}

std::vector<Reference> references() {
  using app::Background;
  using app::ViewMode;
  app::ViewSettings adapting = viewOf(ViewMode::both, Background::dark);
  adapting.exposure.reset();
  return {{"points-dark", viewOf(ViewMode::points, Background::dark)},
          {"points-light", viewOf(ViewMode::points, Background::light)},
          {"density-dark", viewOf(ViewMode::density, Background::dark)},
          {"density-light", viewOf(ViewMode::density, Background::light)},
          {"both-gradient", viewOf(ViewMode::both, Background::gradient)},
          {"both-adapting", adapting},
          {"both-by-ring", byRing()},
          {"overlays", withOverlays()},
          {"vorticity", withVorticity()}};
}

std::string fileOf(const std::string& name) {
  return std::string(RINGLET_REFERENCES) + "/" + name + ".png";
}

bool renewing() {
  return std::getenv("RINGLET_RENEW_REFERENCES") != nullptr;
}

class ReferenceTest : public testing::TestWithParam<Reference> {
 protected:
  app::HeadlessContext context_;
};

TEST_P(ReferenceTest, LooksAsItDid) {
  const app::Image picture = test::ModelPicture().draw(GetParam().view);
  if (renewing()) {
    std::filesystem::create_directories(RINGLET_REFERENCES);
    return app::writePng(fileOf(GetParam().name), picture, 9);
  }
  const test::PictureDifference apart = test::difference(picture, app::readPng(fileOf(GetParam().name)));
  const bool alike = apart.mean <= kMostMean && apart.largest <= kMostLargest;
  EXPECT_TRUE(alike) << "mean " << apart.mean << ", largest " << apart.largest;
  if (!alike) {
    const std::string seen = testing::TempDir() + "ringlet-" + GetParam().name + ".png";
    app::writePng(seen, picture);
    ADD_FAILURE() << "what was drawn is kept as " << seen;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ReferenceTest, testing::ValuesIn(references()), [](const auto& test) {
  std::string name = test.param.name;
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
});

/// True if the comparison tells this picture from its reference.
bool isCaught(const std::string& name, const app::ViewSettings& view, double share = 1) {
  const app::Image picture = test::ModelPicture(share).draw(view);
  const test::PictureDifference apart = test::difference(picture, app::readPng(fileOf(name)));
  testing::Test::RecordProperty("apart", std::to_string(apart.mean) + ", " + std::to_string(apart.largest));
  return apart.mean > kMostMean || apart.largest > kMostLargest;
}

class ReferenceThreshold : public testing::Test {
 protected:
  app::HeadlessContext context_;
};

TEST_F(ReferenceThreshold, ALampThatMovedIsCaught) {
  app::ViewSettings view = viewOf(app::ViewMode::density, app::Background::dark);
  view.light = {-0.45, 0.85, 0.1};
  EXPECT_TRUE(isCaught("density-dark", view));
}

TEST_F(ReferenceThreshold, LostTracersAreCaught) {
  EXPECT_TRUE(isCaught("points-dark", viewOf(app::ViewMode::points, app::Background::dark), 0.8));
  EXPECT_TRUE(isCaught("density-light", viewOf(app::ViewMode::density, app::Background::light), 0.8));
}

TEST_F(ReferenceThreshold, OtherColoursAndLightAreCaught) {
  app::ViewSettings view = byRing();
  std::swap(view.dyes[0], view.dyes[1]);
  EXPECT_TRUE(isCaught("both-by-ring", view));
  view = viewOf(app::ViewMode::points, app::Background::dark);
  view.brightness = 1.2;
  EXPECT_TRUE(isCaught("points-dark", view));
  view = viewOf(app::ViewMode::density, app::Background::light);
  view.opacity = 1.2;
  EXPECT_TRUE(isCaught("density-light", view));
}

TEST_F(ReferenceThreshold, AMissingOverlayIsCaught) {
  for (bool app::ViewSettings::*part : {&app::ViewSettings::arrows, &app::ViewSettings::cells, &app::ViewSettings::grid,
                                        &app::ViewSettings::axes, &app::ViewSettings::legend}) {
    app::ViewSettings view = withOverlays();
    view.*part = false;
    EXPECT_TRUE(isCaught("overlays", view));
  }
}

}  // namespace
