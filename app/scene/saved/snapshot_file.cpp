// Entries: state.json, diagnostics.csv where there are some, then the arrays of elements (element_...), tracers
// (tracer_...), of their recent paths (trail_...), and of the scene's elements from files, by table (given0_...).

#include "scene/saved/snapshot_file.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>
#include <utility>

#include "files/archive.h"
#include "files/file_name.h"
#include "files/user_error.h"
#include "fmm/error.h"
#include "scene/saved/snapshot_text.h"
#include "scene/text/scene_file.h"

namespace app {
namespace {

constexpr const char* kText = "state.json";
constexpr const char* kDiagnostics = "diagnostics.csv";
constexpr const char *kTrailPlaces = "trail_position.npy", *kTrailBirths = "trail_birth.npy";
constexpr std::string_view kZip = "PK\3\4", kHdf5 = "\x89HDF\r\n\x1a\n";

bool beginsWith(const std::string& path, std::string_view sign) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return false;
  std::string begin(sign.size(), '\0');
  std::ifstream(path, std::ios::binary).read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return begin == sign;
}

std::string arrayName(const std::string& particles, const char* what) {
  return particles + "_" + what + ".npy";
}

/// Optional arrays of elements by name.
template <class AnyElements>
auto extentsOf(AnyElements& elements) {
  return std::array{std::pair{"length", &elements.length}, std::pair{"volume", &elements.volume},
                    std::pair{"heat", &elements.heat}};
}

/// Writes ring numbers from 1, as users see them.
void writeRings(const std::string& particles, std::vector<std::int32_t> ring, ArchiveImage& archive) {
  for (std::int32_t& number : ring) ++number;
  archive.array(arrayName(particles, "ring"), ring);
}

std::vector<std::int32_t> readRings(const std::string& particles, std::size_t count, ArchiveInput& archive) {
  const std::string entry = arrayName(particles, "ring");
  std::vector<std::int32_t> ring = archive.integers(entry, count);
  for (std::int32_t& number : ring) {
    if (number == std::numeric_limits<std::int32_t>::min())
      archive.fail(fmt::format("{}: {} is out of range", entry, number));
    --number;
  }
  return ring;
}

void writeElements(const std::string& particles, const fmm::Elements& elements, ArchiveImage& archive) {
  archive.array(arrayName(particles, "position"), elements.position);
  archive.array(arrayName(particles, "strength"), elements.strength);
  archive.array(arrayName(particles, "core_radius"), elements.coreRadius);
  writeRings(particles, elements.ring, archive);
  for (const auto& [name, values] : extentsOf(elements))
    if (!values->empty()) archive.array(arrayName(particles, name), *values);
}

fmm::Elements readElements(const std::string& particles, std::size_t count, ArchiveInput& archive) {
  fmm::Elements elements;
  elements.position = archive.vectors(arrayName(particles, "position"), count);
  elements.strength = archive.vectors(arrayName(particles, "strength"), count);
  elements.coreRadius = archive.reals(arrayName(particles, "core_radius"), count);
  elements.ring = readRings(particles, count, archive);
  for (const auto& [name, values] : extentsOf(elements)) {
    const std::string entry = arrayName(particles, name);
    if (archive.has(entry)) *values = archive.reals(entry, count);
  }
  return elements;
}

/// Reads the text into the checkpoint; returns the rest, including counts.
StateText readText(ArchiveInput& archive, Checkpoint& checkpoint) {
  try {
    return readStateText(archive.text(kText), checkpoint);
  } catch (const nlohmann::json::exception& error) {
    archive.fail(fmt::format("{}: {}", kText, error.what()));
  } catch (const fmm::InvalidInput& error) {
    archive.fail(fmt::format("{}: {}", kText, error.what()));
  }
}

std::string givenName(std::size_t number) {
  return fmt::format("given{}", number);
}

}  // namespace

void refuseVtk(const std::string& path) {
  if (endingOf(path) == kVtkEnding || beginsWith(path, kHdf5))
    throw UserError(path + ": is no saved state: states are .ringlet files, and .vtkhdf is written for ParaView alone");
}

bool isSavedState(const std::string& path) {
  refuseVtk(path);
  return endingOf(path) == kStateEnding || beginsWith(path, kZip);
}

void writeCheckpoint(const std::string& path, const Checkpoint& checkpoint, Existing existing) {
  ArchiveImage archive(path);
  archive.text(kText, stateText(checkpoint));
  if (!checkpoint.diagnostics.empty()) archive.text(kDiagnostics, checkpoint.diagnostics);
  writeElements("element", checkpoint.elements, archive);
  archive.array(arrayName("tracer", "position"), checkpoint.tracers.position);
  writeRings("tracer", checkpoint.tracers.ring, archive);
  if (!checkpoint.trails.times.empty()) {
    archive.array(kTrailPlaces, checkpoint.trails.places);
    archive.array(kTrailBirths, checkpoint.trails.births);
  }
  const std::vector<GivenElements>& given = checkpoint.scene.given;
  for (std::size_t i = 0; i < given.size(); ++i)  // makes the checkpoint independent of the files
    if (given[i].content) writeElements(givenName(i), given[i].content->elements, archive);
  AtomicFile file(path, existing, OtherWriter::awaited);
  archive.write(file);
  file.commit(true);
}

Checkpoint readCheckpoint(const std::string& path) {
  refuseVtk(path);
  ArchiveInput archive(path);
  Checkpoint checkpoint;
  const StateText text = readText(archive, checkpoint);
  const auto given = [&](const GivenElements&, fmm::Space, std::size_t number) {
    if (number >= text.given.size()) archive.fail(fmt::format("{}: given has too few counts", kText));
    return readElements(givenName(number), text.given[number], archive);
  };
  checkpoint.scene =
      parseScene(text.scene, fmt::format("{}:{}:scene", path, kText), {given, {}, fmm::readStl, {}, true});
  checkpoint.scene.name = text.sceneName;
  if (archive.has(kDiagnostics)) checkpoint.diagnostics = archive.text(kDiagnostics);
  checkpoint.elements = readElements("element", text.elements, archive);
  if (checkpoint.settings.heat && checkpoint.elements.heat.empty() && text.elements > 0)
    archive.fail("its settings have heat = true, but its elements have no heat (element_heat.npy)");
  if (!checkpoint.settings.heat && !checkpoint.elements.heat.empty())
    archive.fail("its elements have heat (element_heat.npy), but its settings have heat = false");
  checkpoint.tracers.position = archive.vectors(arrayName("tracer", "position"), text.tracers);
  checkpoint.tracers.ring = readRings("tracer", text.tracers, archive);
  if (text.trails > 0) {
    checkpoint.trails.places = archive.vectors(kTrailPlaces, text.trails * checkpoint.trails.times.size());
    checkpoint.trails.births = archive.integers(kTrailBirths, text.trails);
  }
  archive.requireAllRead();
  return checkpoint;
}

}  // namespace app
