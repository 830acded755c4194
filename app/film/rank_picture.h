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

/// Sums a picture over the ranks of MPI, from GPU to GPU or through the hosts. Rank 0 makes the picture.
class RankPicture final : public PictureSum {
 public:
  /// `ranks`: a separate channel, which must outlive this object. `gpu`: the picture is made on the GPUs that compute,
  /// with the current OpenGL context; all ranks need one.
  explicit RankPicture(fmm::Ranks& ranks, bool gpu = false);

  bool makesPicture() const override { return ranks_.isFirst(); }
  void sum(const std::vector<BufferPart>& counts) override { sum(counts, false); }
  void sumForPicture(const std::vector<BufferPart>& counts) override { sum(counts, true); }

  /// The largest number of any rank.
  std::uint32_t largest(std::uint32_t own);
  /// The first and the last birth of all ranks' tracers. `own` is empty if this rank has no tracers. Zeros if no rank
  /// has any.
  Births widest(std::optional<Births> own);

  /// Time that this rank spent in sums, waiting for others included [s].
  double seconds() { return gpu_ ? gpu_->seconds() : seconds_; }
  bool sumsOnGpus() const { return gpu_ != nullptr; }
  /// True if sums pass through the hosts although GPUs compute.
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
