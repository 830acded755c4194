// The scenes of docs/cookbook.md are whole, the program reads them, and each has its picture.

#include "app/support/run_program.h"
#include "scene/text/scene_file.h"
#include "support/test.h"

namespace {

const std::string kDocs = RINGLET_SOURCE "/docs/";

/// Blocks of code that begin with a title, without their indent.
std::vector<std::string> recipes() {
  std::vector<std::string> all;
  bool inRecipe = false;
  std::istringstream lines(test::readFile(kDocs + "cookbook.md"));
  for (std::string line; std::getline(lines, line);) {
    const bool isText = !line.empty() && line[0] != ' ';
    if (isText) inRecipe = false;
    if (line.rfind("    title = ", 0) == 0) {
      all.emplace_back();
      inRecipe = true;
    }
    if (inRecipe) all.back() += (line.empty() ? line : line.substr(4)) + '\n';
  }
  return all;
}

TEST(Cookbook, EveryRecipeIsASceneWithItsPicture) {
  const std::vector<std::string> found = recipes();
  ASSERT_GE(found.size(), 6u);
  for (const std::string& text : found) {
    const app::Scene scene = app::parseScene(text, "recipe.toml");
    EXPECT_TRUE(std::filesystem::exists(kDocs + "pictures/" + scene.title + ".png")) << scene.title;
  }
}

TEST(Cookbook, PicturesStaySmall) {
  std::uintmax_t bytes = 0;
  for (const auto& file : std::filesystem::directory_iterator(kDocs + "pictures")) bytes += file.file_size();
  EXPECT_LT(bytes, 2'000'000u);
}

}  // namespace
