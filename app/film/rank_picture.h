#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fmm/ranks.h"
#include "render/picture/shot_mean.h"
#include "scene/tracer_tags.h"

namespace app {

/// The sums of a picture over the ranks of MPI, by way of the host: rank 0 makes the picture.
class RankPicture final : public PictureSum {
 public:
  /// `ranks`: a channel of its own, which outlives this.
  explicit RankPicture(fmm::Ranks& ranks) : ranks_(ranks) {}

  bool makesPicture() const override { return ranks_.isFirst(); }
  void sum(Buffer& counts, std::size_t first, std::size_t bytes) override;
  void sumForPicture(Buffer& counts) override;
  void unite(Buffer& marks, std::size_t first, std::size_t bytes) override;

  /// The largest number that any rank has.
  std::uint32_t largest(std::uint32_t own);
  /// The first and the last birth of all ranks' tracers; none of this rank's: it has no tracers. Zeros where no rank
  /// has.
  Births widest(std::optional<Births> own);

 private:
  void read(const Buffer& from, std::size_t first, std::size_t bytes);
  void write(Buffer& to, std::size_t first);

  fmm::Ranks& ranks_;
  std::vector<std::uint32_t> values_;
};

}  // namespace app
