#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fmm/body_surface.h"
#include "fmm/types.h"
#include "fmm/vortex_line.h"
#include "scene/element_file.h"

namespace app {

struct Scene;

/// Vortex elements from a file, and rings that represent them.
struct ElementContent {
  /// Each with its ring's index, from 0 without gaps, in the order of the ring numbers in the file.
  fmm::Elements elements;
  /// For each ring index an equivalent circle for estimates: with the same linear impulse I and strength S = sum
  /// |alpha|, so R = 2 |I|/S and Gamma = S/(2 pi R); the core radius is from the mean square of distances and blobs.
  /// Elements of a ring that have heat and are at rest count with that, as a ball.
  std::vector<fmm::Ring> rings;
};

/// [[elements]] of a scene: initial vortex elements besides those of its lines.
struct GivenElements {
  std::string file;                               ///< absolute path
  std::optional<double> coreRadius;               ///< sigma of all of them, replaces the file's [L]
  std::shared_ptr<const ElementContent> content;  ///< null if the scene was parsed without its files

  std::size_t size() const { return content ? content->elements.size() : 0; }
  std::size_t rings() const { return content ? content->rings.size() : 0; }

  friend bool operator==(const GivenElements& a, const GivenElements& b) {
    return a.file == b.file && a.coreRadius == b.coreRadius && a.content == b.content;
  }
};

/// How the parser of a scene reads the files that the scene names; an empty function reads none.
struct SceneFiles {
  /// Elements of table `number`, from 0.
  std::function<FileElements(const GivenElements&, fmm::Space, std::size_t number)> elements;
  /// The points of a [[filament]], or of an outline in the plane.
  std::function<std::vector<fmm::Vec3>(const std::string& path, bool inPlane)> points;
  /// The surface of a [[body]].
  std::function<std::shared_ptr<const fmm::BodySurface>(const std::string& path)> surface;
  std::string folder;  ///< of the scene file; relative names refer to it
  /// The scene is that of a flow that has begun: bodies may since have come to where its vortices began.
  bool begun = false;

  /// The absolute path of a file named in the scene.
  std::string pathOf(const std::string& name) const;
};
/// Reads files from disk: throws UserError "file: row: what", FileError.
SceneFiles filesOnDisk();

/// Renumbers the rings of elements and computes their circles. Throws UserError beginning with `file` if there are no
/// elements or more than 1000 rings.
std::shared_ptr<const ElementContent> contentOf(fmm::Elements elements, const std::string& file);

/// All elements from a scene's files, with ring indices from `first` on. With redistribution, elements without length
/// and volume get those of a lattice with the scene's overlap: h = sigma / overlap, l = h, V = h^3. Without heat in the
/// settings they have none.
fmm::Elements givenElements(const Scene& scene, std::size_t first);
/// Number of these elements and rings.
std::size_t givenCount(const Scene& scene);
std::size_t givenRingCount(const Scene& scene);
/// Their circles, by ring index.
std::vector<fmm::Ring> givenRings(const Scene& scene);
/// Spacing of a lattice for these elements [L]: the least sigma / overlap; 0 without elements. Throws fmm::InvalidInput
/// for singular elements.
double givenSpacing(const Scene& scene);

/// Appends `count` tracers around the elements of ring `index`: in proportion to the elements' strength, or to their
/// heat where none has a strength, uniformly within 1.5 sigma of an element, or within `tube`/10 [L] of a singular one.
/// The same seed gives the same bits.
void addTracersAbout(const fmm::Elements& elements, std::int32_t index, double tube, std::size_t count,
                     std::uint64_t seed, fmm::Tracers& tracers);

}  // namespace app
