#include "files/message.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <ctime>

namespace app {
namespace {

struct Character {
  char32_t code = 0;
  std::size_t bytes = 0;  // 0: the text does not begin with a character of UTF-8
};

/// The first character of a text that is not empty (RFC 3629: shortest form, no surrogates, up to 10FFFF).
Character firstOf(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return {};
  char32_t code = lead & (0x7fU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3f);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  return code < kLeast[bytes] || code > 0x10ffff || surrogate ? Character{} : Character{code, bytes};
}

bool changesTheScreen(char32_t code) {
  const auto within = [code](char32_t first, char32_t last) { return code >= first && code <= last; };
  return code < 0x20 || within(0x7f, 0x9f) || within(0x200e, 0x200f) || within(0x2028, 0x202e) ||
         within(0x2066, 0x2069) || code == 0x061c || code == 0xfeff;
}

std::string escaped(char32_t code) {
  if (code == '\n') return "\\n";
  if (code == '\r') return "\\r";
  if (code == '\t') return "\\t";
  return code < 0x80 ? fmt::format("\\x{:02x}", static_cast<unsigned>(code))
                     : fmt::format("\\u{:04x}", static_cast<unsigned>(code));
}

}  // namespace

std::string printable(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const auto [code, bytes] = firstOf(text);
    if (bytes == 0) {
      line += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    } else if (changesTheScreen(code)) {
      line += escaped(code);
    } else {
      line += text.substr(0, bytes);
    }
    text.remove_prefix(bytes == 0 ? 1 : bytes);
  }
  return line;
}

void tell(std::string_view text) {
  sigset_t pipe, former, waiting;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigpending(&waiting);
  pthread_sigmask(SIG_BLOCK, &pipe, &former);
  const bool told = std::fwrite(text.data(), 1, text.size(), stderr) == text.size() && std::fflush(stderr) == 0;
  constexpr timespec kAtOnce{};
  if (!told && sigismember(&waiting, SIGPIPE) == 0) sigtimedwait(&pipe, nullptr, &kAtOnce);
  pthread_sigmask(SIG_SETMASK, &former, nullptr);
}

void tellError(std::string_view text) {
  tell(fmt::format("ringlet: {}\n", printable(text)));
}

void openStandardStreams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) >= 0) continue;
    // The lowest free number is this stream's, since those below are open.
    if (open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY) != stream) return;
  }
}

}  // namespace app
