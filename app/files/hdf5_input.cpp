// Reading half of hdf5_file.h: asks the process that reads the file, and believes none of its answers.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <type_traits>

#include "files/file_seal.h"
#include "files/hdf5_file.h"
#include "files/hdf5_messages.h"
#include "files/input_file.h"
#include "files/message.h"
#include "files/reader_process.h"
#include "files/user_error.h"

namespace app {
namespace {

constexpr std::uint64_t kBytesPerSecond = std::uint64_t{8} << 20;  // of a slow disk

bool isFinite(double value) {
  return std::isfinite(value);
}
bool isFinite(const fmm::Vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}
bool isFinite(std::int32_t) {
  return true;
}

}  // namespace

struct Hdf5Input::Question {
  Hdf5Ask ask;
  std::string_view object, key;
  std::uint64_t first = 0, count = 0;
};

void Hdf5Input::fail(const std::string& what) const {
  throw UserError(path_ + ": " + what);
}

/// Not what the answers of a reader are that is still this program.
void Hdf5Input::failOddly() const {
  fail("is damaged: its reader gives other data than was asked for");
}

Hdf5Input::Hdf5Input(const std::string& path, std::chrono::milliseconds patience) : path_(path) {
  InputFile file(path);  // gives the system's reason where there is one
  if (!file.regular()) fail("is not a regular file");
  size_ = file.size();
  const bool sealed = checkSeal(file);
  const auto time = patience + std::chrono::seconds(size_ / kBytesPerSecond);
  Confinement limits;
  limits.processorSeconds = static_cast<std::uint64_t>(std::chrono::ceil<std::chrono::seconds>(time).count());
  reader_ = std::make_unique<ReaderProcess>(file, limits, time);
  ask({Hdf5Ask::open, {}, {}, sealed});
  nextAnswer(0);
}

Hdf5Input::~Hdf5Input() = default;

void Hdf5Input::ask(const Question& question) const {
  Hdf5Request request;
  request.ask = question.ask;
  request.objectBytes = static_cast<std::uint32_t>(question.object.size());
  request.keyBytes = static_cast<std::uint32_t>(question.key.size());
  request.first = question.first;
  request.count = question.count;
  reader_->send(&request, sizeof request);
  reader_->send(question.object.data(), question.object.size());
  reader_->send(question.key.data(), question.key.size());
}

/// Bytes of the data that come next, no more than `most`. Throws the reason where the request is refused.
std::uint64_t Hdf5Input::nextAnswer(std::uint64_t most) const {
  Hdf5Answer answer;
  reader_->receive(&answer, sizeof answer);
  const bool refused = answer.refused != 0;
  if (answer.bytes > (refused ? kLongestRefusal : most)) failOddly();
  if (!refused) return answer.bytes;
  std::string reason(answer.bytes, '\0');
  reader_->receive(reason.data(), reason.size());
  fail(printable(reason));  // damage may bring anything into HDF5's reasons
}

template <class Value>
Value Hdf5Input::valueOf(const Question& question) const {
  ask(question);
  Value value{};
  if (nextAnswer(sizeof value) != sizeof value) failOddly();
  reader_->receive(&value, sizeof value);
  return value;
}

std::vector<std::int64_t> Hdf5Input::integerAttribute(const std::string& object, const std::string& key) const {
  ask({Hdf5Ask::integerAttribute, object, key});
  std::vector<std::int64_t> values(nextAnswer(kMostAttributeValues * sizeof(std::int64_t)) / sizeof(std::int64_t));
  if (values.empty()) failOddly();
  reader_->receive(values.data(), values.size() * sizeof values.front());
  return values;
}

double Hdf5Input::realAttribute(const std::string& object, const std::string& key) const {
  const auto value = valueOf<double>({Hdf5Ask::realAttribute, object, key});
  if (!std::isfinite(value)) fail(object + ": attribute " + key + " is not a finite number");
  return value;
}

std::string Hdf5Input::text(const std::string& path) const {
  ask({Hdf5Ask::text, path, {}});
  std::string text(nextAnswer(std::min(size_, kLongestText)), '\0');
  reader_->receive(text.data(), text.size());
  return text;
}

bool Hdf5Input::has(const std::string& group, const std::string& name) const {
  return valueOf<std::uint64_t>({Hdf5Ask::has, group, name}) != 0;
}

std::uint64_t Hdf5Input::rowCount(const std::string& path) const {
  return valueOf<std::uint64_t>({Hdf5Ask::rowCount, path, {}});
}

template <class Row>
std::vector<Row> Hdf5Input::rowsOf(const Question& question, std::uint64_t columns) const {
  static_assert(std::is_trivially_copyable_v<Row>);
  const std::string path(question.object);
  if (question.count > size_ / columns)  // of a byte each at least
    fail(fmt::format("{} promises {} rows, but the file does not hold them", path, question.count));
  ask(question);
  std::vector<Row> rows;
  rows.reserve(question.count);
  while (const std::uint64_t bytes = nextAnswer((question.count - rows.size()) * sizeof(Row))) {
    if (bytes % sizeof(Row) != 0) failOddly();
    const std::size_t before = rows.size();
    rows.resize(before + bytes / sizeof(Row));
    reader_->receive(rows.data() + before, (rows.size() - before) * sizeof(Row));
  }
  if (rows.size() != question.count) failOddly();
  if (!std::all_of(rows.begin(), rows.end(), [](const Row& row) { return isFinite(row); }))
    fail(path + " has values that are not finite");
  return rows;
}

std::vector<fmm::Vec3> Hdf5Input::vectors(const std::string& path, std::uint64_t first, std::uint64_t count) const {
  return rowsOf<fmm::Vec3>({Hdf5Ask::vectors, path, {}, first, count}, 3);
}

std::vector<double> Hdf5Input::reals(const std::string& path, std::uint64_t first, std::uint64_t count) const {
  return rowsOf<double>({Hdf5Ask::reals, path, {}, first, count}, 1);
}

std::vector<std::int32_t> Hdf5Input::integers(const std::string& path, std::uint64_t first, std::uint64_t count) const {
  return rowsOf<std::int32_t>({Hdf5Ask::integers, path, {}, first, count}, 1);
}

}  // namespace app
