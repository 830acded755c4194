#include "commands/line/progress_bar.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "files/message.h"
#include "film/film_progress.h"

namespace app {
namespace {

constexpr int kWidestBar = 40;
constexpr int kNarrowestBar = 5;

int terminalColumns() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

std::string progressText(const std::string& label, std::int64_t done, std::int64_t total, double seconds, int columns,
                         const std::string& unit) {
  const double share = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 1;
  std::string numbers = fmt::format(" {}/{} {:3.0f} %", done, total, 100 * share);
  if (done > 0 && seconds > 0) {
    const double rate = static_cast<double>(done) / seconds;
    numbers += fmt::format("  {:.1f} {}/s  {} left", rate, unit, clockText(static_cast<double>(total - done) / rate));
  }
  const int space = columns - static_cast<int>(label.size() + numbers.size()) - 3;
  std::string text = label;
  if (space >= kNarrowestBar) {
    const int length = std::min(space, kWidestBar);
    const int filled = std::clamp(static_cast<int>(share * length), 0, length);
    text += fmt::format(" [{:#>{}}{:->{}}]", "", filled, "", length - filled);
  }
  text += numbers;
  return text.substr(0, static_cast<std::size_t>(std::max(columns, 0)));
}

ProgressBar::ProgressBar(const std::string& label, std::int64_t total, bool wanted)
    : label_(printable(label)), total_(total), active_(wanted && isatty(STDERR_FILENO) != 0) {}

ProgressBar::~ProgressBar() {
  clear();
}

void ProgressBar::clear() {
  if (!active_) return;
  tell("\r\033[K");
  lastDrawn_ = {};
}

void ProgressBar::update(std::int64_t done) {
  using namespace std::chrono_literals;
  if (!active_ || (done < total_ && Clock::now() - lastDrawn_ < 100ms)) return;
  lastDrawn_ = Clock::now();
  const double seconds = std::chrono::duration<double>(lastDrawn_ - start_).count();
  tell(fmt::format("\r{}\033[K", progressText(label_, done, total_, seconds, terminalColumns() - 1, unit_)));
}

}  // namespace app
