#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "fmm/ranks.h"
#include "render/picture/shot_mean.h"
#include "scene/start/tracer_tags.h"
#include "state/buffer_sums.h"

namespace app {

/// The sums of a picture over the ranks of MPI: from GPU to GPU, or by way of the hosts. Rank 0 makes the picture.
class RankPicture final : public PictureSum {
 public:
  /// `ranks`: a channel of its own, which outlives this. `gpu`: is the picture made on the GPUs that compute? With the
  /// present context, which all ranks have.
  explicit RankPicture(fmm::Ranks& ranks, bool gpu = false);

  bool makesPicture() const override { return ranks_.isFirst(); }
  void sum(const std::vector<BufferPart>& counts) override { sum(counts, false); }
  void sumForPicture(const std::vector<BufferPart>& counts) override { sum(counts, true); }

  /// The largest number that any rank has.
  std::uint32_t largest(std::uint32_t own);
  /// The first and the last birth of all ranks' tracers; none of this rank's: it has no tracers. Zeros where no rank
  /// has.
  Births widest(std::optional<Births> own);

  /// How long this rank was at sums, and waited for the others in them [s].
  double seconds() { return gpu_ ? gpu_->seconds() : seconds_; }
  bool sumsOnGpus() const { return gpu_ != nullptr; }
  /// Do sums take the way through the hosts though GPUs compute?
  bool goesRound() const { return onGpu_ && !gpu_; }

 private:
  void sum(const std::vector<BufferPart>& counts, bool forFirst);
  void sumByHosts(const BufferPart& counts, bool forFirst);

  fmm::Ranks& ranks_;
  const bool onGpu_;
  std::unique_ptr<BufferSums> gpu_;  ///< null: through the hosts
  std::vector<std::uint32_t> values_;
  double seconds_ = 0;
};

}  // namespace app
