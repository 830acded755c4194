#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fmm/types.h"
#include "fmm/vortex_line.h"
#include "scene/saved/element_file.h"

namespace app {

struct Scene;

/// Vortex elements as a file gives them, and what they look like as rings.
struct ElementContent {
  /// Each with the index of its ring, from 0 on without gaps, in the order of the numbers that the file has.
  fmm::Elements elements;
  /// A circle for each ring index, to count with in place of what is there: of the same linear impulse I and strength
  /// S = sum |alpha|, so that R = 2 |I|/S and Gamma = S/(2 pi R); the core's radius from the mean square of the
  /// distance and of the blobs.
  std::vector<fmm::Ring> rings;
};

/// [[elements]] of a scene: vortex elements that it begins with, beside those of its lines.
struct GivenElements {
  std::string file;                               ///< absolute path
  std::optional<double> coreRadius;               ///< sigma of all of them, in place of what the file says [L]
  std::shared_ptr<const ElementContent> content;  ///< null where a scene was parsed without its files

  std::size_t size() const { return content ? content->elements.size() : 0; }
  std::size_t rings() const { return content ? content->rings.size() : 0; }

  friend bool operator==(const GivenElements& a, const GivenElements& b) {
    return a.file == b.file && a.coreRadius == b.coreRadius && a.content == b.content;
  }
};

/// Whoever parses a scene says how the files that it names are read; what is left empty is not read.
struct SceneFiles {
  /// Elements of table `number`, from 0.
  std::function<FileElements(const GivenElements&, fmm::Space, std::size_t number)> elements;
  /// The points of a [[filament]].
  std::function<std::vector<fmm::Vec3>(const std::string& path)> points;
  std::string folder;  ///< of the scene file, beside which they lie

  /// The absolute path of a file that the scene calls `name`.
  std::string pathOf(const std::string& name) const;
};
/// Reads them from the disk: throws UserError "file: row: what", FileError.
SceneFiles filesOnDisk();

/// Numbers the rings of elements anew and looks at them as such. Throws UserError, which begins with `file`, where
/// there are none, or more than 1000 rings.
std::shared_ptr<const ElementContent> contentOf(fmm::Elements elements, const std::string& file);

/// All that a scene's files give, with ring indices from `first` on; what they say of no length and volume of an
/// element is that of a lattice with the overlap of the scene, h = sigma / overlap, l = h, V = h^3 where redistribution
/// is on.
fmm::Elements givenElements(const Scene& scene, std::size_t first);
/// How many elements and rings these are.
std::size_t givenCount(const Scene& scene);
std::size_t givenRingCount(const Scene& scene);
/// Their circles, in the order of their indices.
std::vector<fmm::Ring> givenRings(const Scene& scene);
/// Spacing of the lattice on which such elements were made [L]: the least sigma / overlap. Throws fmm::InvalidInput for
/// elements that are singular, 0 without any.
double givenSpacing(const Scene& scene);

/// Appends `count` tracers about the elements of ring `index` of these: the stronger an element the more, evenly within
/// 1.5 sigma about it, within a tenth of `tube` [L] about singular ones. The same seed gives the same bits.
void addTracersAbout(const fmm::Elements& elements, std::int32_t index, double tube, std::size_t count,
                     std::uint64_t seed, fmm::Tracers& tracers);

}  // namespace app
