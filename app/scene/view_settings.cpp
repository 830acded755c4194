#include "scene/view_settings.h"

#include <tuple>

namespace app {
namespace {

auto allOf(const ViewSettings& v) {
  return std::tuple(
      std::tie(v.mode, v.background, v.pointSize, v.brightness, v.exposure, v.bloom, v.colourBy, v.colourMap, v.dyes,
               v.speedRange, v.vorticityRange, v.ageRange, v.opacity, v.scattering, v.ambient, v.light),
      std::tie(v.drawElements, v.arrows, v.cells, v.grid, v.axes, v.legend, v.follow));
}

}  // namespace

template <>
const std::vector<std::string>& viewNames<ViewMode>() {
  static const std::vector<std::string> names = {"points", "density", "both"};
  return names;
}
template <>
const std::vector<std::string>& viewNames<Background>() {
  static const std::vector<std::string> names = {"dark", "light", "gradient"};
  return names;
}
template <>
const std::vector<std::string>& viewNames<ColourBy>() {
  static const std::vector<std::string> names(kColourNames.begin(), kColourNames.end());
  return names;
}

std::string_view toString(ViewMode value) {
  return viewNames<ViewMode>()[static_cast<std::size_t>(value)];
}
std::string_view toString(Background value) {
  return viewNames<Background>()[static_cast<std::size_t>(value)];
}
std::string_view toString(ColourBy value) {
  return viewNames<ColourBy>()[static_cast<std::size_t>(value)];
}

bool operator==(const ViewSettings& a, const ViewSettings& b) {
  return allOf(a) == allOf(b);
}

}  // namespace app
