#include <exception>
#include <memory>
#include <utility>

#include "fmm/cuda.h"
#include "fmm/ranks.h"
#include "ranks/cuda/nccl.h"

namespace fmm {
namespace {

class NcclSums final : public DeviceSums {
 public:
  NcclSums(Ranks& ranks, std::unique_ptr<NcclRanks> gpus) : ranks_(ranks), gpus_(std::move(gpus)) {}

  ~NcclSums() override {
    if (std::uncaught_exceptions() == 0) cudaDeviceSynchronize();  // other ranks may still need the sums under way
  }

  void sum(std::uint32_t* values, std::size_t count, void* stream) override {
    gpus_->sum(values, count, false, static_cast<cudaStream_t>(stream));
    ranks_.countElsewhere(2 * count * sizeof *values);
  }
  void sumForFirst(std::uint32_t* values, std::size_t count, void* stream) override {
    gpus_->sum(values, count, true, static_cast<cudaStream_t>(stream));
    ranks_.countElsewhere(count * sizeof *values);
  }

 private:
  Ranks& ranks_;
  std::unique_ptr<NcclRanks> gpus_;
};

}  // namespace

std::unique_ptr<DeviceSums> openDeviceSums(Ranks& ranks) {
  for (const bool usable : ranks.gathered(static_cast<char>(cudaBackendAvailable())))
    if (!usable) return nullptr;
  std::unique_ptr<NcclRanks> gpus = NcclRanks::open(ranks);
  return gpus ? std::make_unique<NcclSums>(ranks, std::move(gpus)) : nullptr;
}

}  // namespace fmm
