#include "app/support/false_reader.h"

#include <unistd.h>

#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "files/hdf5_messages.h"

namespace test {
namespace {

constexpr int kChannel = STDOUT_FILENO;

void put(const void* data, std::size_t bytes) {
  const char* next = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t count = write(kChannel, next, bytes);
    if (count <= 0) _exit(0);
    next += count;
    bytes -= static_cast<std::size_t>(count);
  }
}

void answer(std::uint64_t bytes, const std::string& data, bool refused = false) {
  const app::Hdf5Answer head = {refused, bytes};
  put(&head, sizeof head);
  put(data.data(), data.size());
}

[[noreturn]] void makeNoise() {
  std::mt19937_64 random(1);
  for (;;) {
    const std::uint64_t value = random();
    put(&value, sizeof value);
  }
}

bool take(std::size_t bytes) {
  std::vector<char> ignored(bytes);
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t count = read(kChannel, ignored.data() + done, bytes - done);
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

void answerTo(app::Hdf5Ask ask, const std::string& lie) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  if (ask == app::Hdf5Ask::open) return answer(0, {});
  if (lie == "much") return answer(std::uint64_t{1} << 60, {});
  if (lie == "little") return answer(0, {});
  if (lie == "escape") return answer(5, "\x1b[2Jx", true);
  if (lie == "nan") {
    for (int i = 0; i < 3; ++i) answer(sizeof nan, {reinterpret_cast<const char*>(&nan), sizeof nan});
    return answer(0, {});
  }
  answer(1, "x");  // no whole row
}

}  // namespace

void beFalseReaderIfAsked(int argc, char** argv) {
  const char* lie = std::getenv(kFalseReader);
  if (lie == nullptr || argc != 4 || std::string(argv[1]) != "--read-hdf5") return;
  const std::string kind = lie;
  if (kind == "gone") _exit(3);
  if (kind == "mute") close(kChannel);
  if (kind == "noise") makeNoise();
  while (kind == "silent" || kind == "mute") pause();
  for (app::Hdf5Request request; read(kChannel, &request, sizeof request) == ssize_t{sizeof request};) {
    if (!take(request.objectBytes + request.keyBytes)) break;
    answerTo(request.ask, kind);
  }
  _exit(0);
}

}  // namespace test
