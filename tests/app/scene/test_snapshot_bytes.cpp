// Checkpoints whose bytes were changed where HDF5 keeps its own books, without a checksum that would tell: HDF5 1.10
// ends with a segmentation fault or a division by zero on some. Each read here ends in a state or in one line.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <future>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "app/scene/snapshot_support.h"
#include "app/scene/unseal.h"
#include "app/support/run_program.h"
#include "files/user_error.h"
#include "fmm/support/long_tests.h"
#include "scene/snapshot_file.h"

namespace {

using namespace std::string_view_literals;
using ::testing::StartsWith;

/// Version 3 of the message on how a dataset is stored, in chunks of 1 or 2 dimensions and the size of a value: address
/// of the tree of chunks (8 bytes), then each dimension (4 bytes). HDF5 File Format Specification IV.A.2.i.
constexpr std::string_view kChunkedRows = "\x03\x02\x02"sv, kChunkedVectors = "\x03\x02\x03"sv;
constexpr std::size_t kLayoutBytes = 27;

struct Change {
  std::size_t at;
  char byte;
};
using Changes = std::vector<Change>;

class SnapshotBytes : public ::testing::Test {
 protected:
  void SetUp() override {
    app::writeCheckpoint(path(), test::sample(50, 100));
    test::unseal(path());
    good_ = test::readFile(path());
  }
  std::string path() const { return folder_ / "state.vtkhdf"; }

  std::string with(const Changes& changes, std::size_t length = std::string::npos) const {
    std::string bytes = good_;
    for (const Change& change : changes) bytes.at(change.at) = change.byte;
    return bytes.substr(0, length);
  }

  /// That byte behind each such sign.
  Changes everywhere(std::string_view sign, std::size_t offset, char byte) const {
    Changes changes;
    for (std::size_t at = good_.find(sign); at != std::string::npos; at = good_.find(sign, at + 1))
      changes.push_back({at + offset, byte});
    return changes;
  }

  /// What reading each of so many files gives, on all cores; throws what no damage may bring about.
  template <class Make>
  std::vector<std::string> outcomesOf(std::size_t files, const Make& make) const {
    std::vector<std::string> outcomes(files);
    std::atomic<std::size_t> next{0};
    const auto work = [&](const std::string& name) {
      for (std::size_t i = next++; i < files; i = next++) {
        test::writeFile(name, make(i));
        outcomes[i] = test::errorOf(name);
        const bool plain = outcomes[i] == "accepted" || outcomes[i].rfind(name + ":", 0) == 0;
        if (!plain || outcomes[i].find('\n') != std::string::npos) throw std::runtime_error(outcomes[i]);
      }
    };
    std::vector<std::future<void>> workers;
    for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i)
      workers.push_back(std::async(std::launch::async, work, folder_ / std::to_string(i) + ".vtkhdf"));
    for (std::future<void>& worker : workers) worker.get();
    return outcomes;
  }

  test::TemporaryFolder folder_;
  std::string good_;
};

TEST_F(SnapshotBytes, ChunksThatDoNotFitTheirRowsAreRefused) {
  const std::vector<Changes> damage = {
      everywhere(kChunkedVectors, 15, 127),  // 127 columns: HDF5 1.10 writes beyond its buffer
      everywhere(kChunkedRows, 0, 1),        // version 1 of the message: it divides by zero
      everywhere(kChunkedRows, 2, 0),        // no dimensions: the same
      everywhere(kChunkedRows, 2, 32),       // 32 dimensions
  };
  for (const std::string& outcome : outcomesOf(damage.size(), [&](std::size_t i) { return with(damage[i]); }))
    EXPECT_NE(outcome, "accepted");
}

TEST_F(SnapshotBytes, EveryByteOfALayoutMayBeAnything) {
  constexpr std::array<char, 4> kValues = {'\x00', '\x01', '\x7f', '\xff'};
  std::vector<Changes> damage;
  for (const std::string_view kind : {kChunkedVectors, kChunkedRows})
    for (std::size_t byte = 0; byte < kLayoutBytes; ++byte)
      for (std::size_t k = 0; k < kValues.size(); k += fmm_test::longTests() ? 1 : kValues.size())
        damage.push_back({{good_.find(kind) + byte, kValues[(k + byte) % kValues.size()]}});
  outcomesOf(damage.size(), [&](std::size_t i) { return with(damage[i]); });
}

TEST_F(SnapshotBytes, BooksThatWereChangedAnywhereDoNoHarm) {
  const std::size_t files = fmm_test::longTests() ? 600 : 60;
  Changes books;  // where HDF5's own blocks are
  for (const std::string_view sign : {kChunkedVectors, kChunkedRows, "TREE"sv, "SNOD"sv, "HEAP"sv})
    for (const Change& place : everywhere(sign, 0, 0)) books.push_back(place);
  const auto outcomes = outcomesOf(files, [&](std::size_t i) {
    std::mt19937 random(static_cast<std::mt19937::result_type>(i));
    const auto below = [&](std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random); };
    Changes changes(1 + below(6));
    for (Change& change : changes) {
      change.at =
          std::min(good_.size() - 1, i % 3 == 0 ? below(good_.size()) : books[below(books.size())].at + below(48));
      change.byte = static_cast<char>(below(2) == 0 ? below(256) : "\x00\x01\x7f\xff"sv[below(4)]);
    }
    return with(changes, i % 10 == 0 ? below(good_.size()) : std::string::npos);
  });
  EXPECT_GT(std::count_if(outcomes.begin(), outcomes.end(), [](const auto& o) { return o != "accepted"; }),
            static_cast<std::ptrdiff_t>(files / 3));
}

TEST_F(SnapshotBytes, TheProgramTellsItInOneLine) {
  test::writeFile(path(), with(everywhere(kChunkedVectors, 15, 127)));
  test::writeFile(folder_ / "t.csv", "x,y,z\n1,2,3\n");
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"run", "--headless", "--resume", path()},
        std::vector<std::string>{"eval", path(), "--targets", folder_ / "t.csv", "--output", folder_ / "o.npy"}}) {
    const test::ProgramResult result = test::runProgram(command);
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_THAT(result.err, StartsWith("ringlet: " + path() + ": "));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }
}

}  // namespace
