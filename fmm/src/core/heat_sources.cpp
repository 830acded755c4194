#include <cmath>
#include <string>

#include "core/heat_forms.h"
#include "core/input_checks.h"
#include "fmm/error.h"
#include "fmm/heat.h"

namespace fmm {
namespace {

constexpr double kLeastPart = 1e-4;  // of a region's buoyancy

void requireSource(const HeatSource& s, const std::string& name) {
  const auto positive = [&](const char* member, double value) {
    if (!(value > 0) || !std::isfinite(value)) rejectInput(name + member, numberText(value), "more than 0");
  };
  const auto finite = [&](const char* member, double value) {
    if (!std::isfinite(value)) rejectInput(name + member, numberText(value), "finite numbers");
  };
  for (const double c : {s.centre.x, s.centre.y, s.centre.z}) finite("centre", c);
  for (const double c : {s.axis.x, s.axis.y, s.axis.z}) finite("axis", c);
  if (s.shape == HeatShape::box) {
    for (const double half : s.halfAxes) positive("halfAxes", half);
  } else {
    positive("radius", s.radius);
  }
  if (s.shape == HeatShape::disc || s.shape == HeatShape::ring) positive("thickness", s.thickness);
  if (s.shape == HeatShape::ring && s.thickness >= 2 * s.radius)
    rejectInput(name + "thickness", numberText(s.thickness), "less than twice the ring's radius");
  positive("edge", s.edge);
  finite("buoyancy", s.buoyancy);
  if (s.buoyancy == 0) rejectInput(name + "buoyancy", "0", "any but 0");
  finite("rippleHeight", s.rippleHeight);
  if (s.ripples < 0 || s.ripples > 1000) rejectInput(name + "ripples", std::to_string(s.ripples), "0 to 1000");
}

}  // namespace

bool operator==(const HeatSource& a, const HeatSource& b) {
  return a.shape == b.shape && a.supply == b.supply && a.centre == b.centre && a.radius == b.radius &&
         a.thickness == b.thickness && a.halfAxes == b.halfAxes && a.axis == b.axis && a.edge == b.edge &&
         a.buoyancy == b.buoyancy && a.ripples == b.ripples && a.rippleHeight == b.rippleHeight;
}

void requireHeatSources(const std::vector<HeatSource>& sources) {
  for (std::size_t i = 0; i < sources.size(); ++i)
    requireSource(sources[i], "heat source " + std::to_string(i + 1) + ": ");
}

double buoyancyAt(const HeatSource& source, Space space, Vec3 x) {
  Settings settings;
  settings.space = space;
  return source.buoyancy * heatFormOf(source, space, upOf(settings)).partAt({x.x, x.y, x.z});
}

Elements heatElements(const std::vector<HeatSource>& sources, const Settings& settings, double h,
                      std::int32_t firstRing, std::size_t most) {
  requireHeatSources(sources);
  requirePositive("spacing", h);
  Elements all;
  const bool plane = settings.space == Space::plane;
  for (std::size_t s = 0; s < sources.size(); ++s) {
    if (sources[s].supply != HeatSupply::start) continue;
    const HeatForm form = heatFormOf(sources[s], settings.space, upOf(settings));
    const Vec3 centre = sources[s].centre;
    const double reach = form.reach();
    if (std::pow(2 * reach / h, plane ? 2 : 3) > 64 * static_cast<double>(most))
      rejectInput("spacing", numberText(h), "larger, for heat source " + std::to_string(s + 1));
    const auto first = [&](double c) { return static_cast<long>(std::ceil((c - reach) / h)); };
    const auto last = [&](double c) { return static_cast<long>(std::floor((c + reach) / h)); };
    const double volume = plane ? h * h : h * h * h;
    const std::size_t before = all.size();
    for (long k = plane ? 0 : first(centre.z); k <= (plane ? 0 : last(centre.z)); ++k)
      for (long j = first(centre.y); j <= last(centre.y); ++j)
        for (long i = first(centre.x); i <= last(centre.x); ++i) {
          const Vec3 x = {h * static_cast<double>(i), h * static_cast<double>(j), h * static_cast<double>(k)};
          const double part = form.partAt({x.x, x.y, x.z});
          if (part < kLeastPart) continue;
          if (settings.ground && height(*settings.ground, x) <= 0) continue;
          if (all.size() >= most)
            rejectInput("spacing", numberText(h), "one that gives at most " + std::to_string(most) + " elements");
          all.position.push_back(x);
          all.heat.push_back(volume * part * sources[s].buoyancy);
          all.ring.push_back(firstRing + static_cast<std::int32_t>(s));
        }
    if (all.size() == before)
      throw InvalidInput("heat source " + std::to_string(s + 1) + ": no node of the lattice, whose spacing is " +
                         numberText(h) + ", lies in it" + (settings.ground ? " above the ground" : "") +
                         "; allowed: one or more");
  }
  all.strength.resize(all.size());
  all.coreRadius.assign(all.size(), settings.latticeOverlap * h);
  all.length.assign(all.size(), h);
  all.volume.assign(all.size(), h * h * h);
  return all;
}

}  // namespace fmm
