// main() of tests that mpirun starts several times: every rank runs all tests, in the same order, and rank 0 reports
// them. A rank whose expectations fail reports that by its exit code and on standard error.

#include "ranks/world.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "fmm/cuda.h"

namespace ranks_test {
namespace {

/// Ranks of a single process: gathers copy its own data, and sums leave them as they are.
class Alone final : public fmm::Ranks {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  fmm::RankTraffic traffic() const override { return {}; }
  void countElsewhere(std::size_t /*bytes*/) override {}
  std::unique_ptr<fmm::Ranks> channel() override { return std::make_unique<Alone>(); }
  void broadcast(void* /*data*/, std::size_t /*bytes*/) override {}
  void beginGather(const void* from, void* to, const std::vector<std::size_t>& bytes) override {
    if (bytes[0] > 0) std::memcpy(to, from, bytes[0]);
  }
  void finishGather() override {}
  void beginExchange(std::vector<char> sent, const std::vector<std::size_t>& bytes) override {
    exchanged_ = {std::move(sent), bytes};
  }
  Parts finishExchange() override { return std::move(exchanged_); }
  void sum(std::uint32_t* /*values*/, std::size_t /*count*/) override {}
  void sum(std::uint64_t* /*values*/, std::size_t /*count*/) override {}
  void sum(double* /*values*/, std::size_t /*count*/) override {}
  void sumForFirst(std::uint32_t* /*values*/, std::size_t /*count*/) override {}
  bool awaitOthers(double /*seconds*/) override { return true; }
  [[noreturn]] void abort(int /*code*/) override { throw std::runtime_error("abort"); }

 private:
  Parts exchanged_;
};

std::unique_ptr<fmm::Ranks>& opened() {
  static std::unique_ptr<fmm::Ranks> ranks;
  return ranks;
}

/// Prints only failures, with the rank.
class QuietPrinter final : public testing::EmptyTestEventListener {
  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (!result.failed()) return;
    std::fprintf(stderr, "rank %d: %s:%d: %s\n", world().rank(), result.file_name() ? result.file_name() : "",
                 result.line_number(), result.message());
  }
};

}  // namespace

fmm::Ranks& world() {
  return *opened();
}

void requireGpus() {
  bool all = true;
  for (const char there : world().gathered(static_cast<char>(fmm::cudaBackendAvailable()))) all = all && there != 0;
  if (all) return;
  const char* const required = std::getenv("RINGLET_REQUIRE_CUDA");
  if (required != nullptr && std::string(required) == "1")
    FAIL() << "RINGLET_REQUIRE_CUDA=1, but not every rank has one";
  GTEST_SKIP() << "not every rank has a GPU of its own";
}

bool alikeOnAll(const std::vector<fmm::Vec3>& values) {
  const std::vector<fmm::Vec3> all = world().gatheredRows(values);
  if (all.size() != values.size() * static_cast<std::size_t>(world().size())) return false;
  if (values.empty()) return true;
  for (int r = 0; r < world().size(); ++r)
    if (std::memcmp(values.data(), all.data() + static_cast<std::size_t>(r) * values.size(),
                    values.size() * sizeof(fmm::Vec3)) != 0)
      return false;
  return true;
}

double difference(const std::vector<fmm::Vec3>& values, const std::vector<fmm::Vec3>& exact) {
  if (values.size() != exact.size()) return INFINITY;
  double off = 0, all = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    off += dot(values[i] - exact[i], values[i] - exact[i]);
    all += dot(exact[i], exact[i]);
  }
  return off == 0 ? 0 : std::sqrt(off / all);
}

}  // namespace ranks_test

int main(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);
  ranks_test::opened() = fmm::openRanks();
  // Before the first use of CUDA: each rank sees only the GPU numbered by its local rank.
  const char* const place = std::getenv("OMPI_COMM_WORLD_LOCAL_RANK");
  if (place != nullptr) setenv("CUDA_VISIBLE_DEVICES", place, 0);
  if (!ranks_test::opened()) ranks_test::opened() = std::make_unique<ranks_test::Alone>();
  if (!ranks_test::world().isFirst()) {
    testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new ranks_test::QuietPrinter);
  }
  const int failed = RUN_ALL_TESTS();
  ranks_test::opened().reset();
  return failed;
}
