#include "film/missing_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "files/user_error.h"
#include "film/film_format.h"
#include "film/numbered_path.h"

namespace app {
namespace {

void requireOwn(const std::string& path, const PictureFacts& there, const RecorderSettings& film) {
  if (there.width != film.width || there.height != film.height)
    throw UserError(fmt::format("{}: exists with another size, {}x{} and not {}x{}; --force replaces it", path,
                                there.width, there.height, film.width, film.height));
  if (there.film.empty())
    throw UserError(path +
                    ": exists already and is kept: it does not say which film it is of, as pictures of \"ringlet "
                    "run\" do; --force replaces it");
  if (there.film != film.fingerprint)
    throw UserError(path +
                    ": exists already and is kept: it is a picture of another film (scene, particles, look, view, "
                    "camera path, clock, supersampling, backend or version differ); --force replaces it");
}

std::vector<std::int64_t> wholePictures(std::int64_t first, std::int64_t last, const RecorderSettings& film) {
  const NumberedPath path(film.path);
  const FilmFormat& format = *filmFormatOf(film.path);
  std::vector<std::int64_t> whole;
  for (const std::int64_t number : path.existing()) {
    if (number < first || number > last) continue;
    const auto facts = format.whole(path.at(number));
    if (!facts) continue;
    requireOwn(path.at(number), *facts, film);
    whole.push_back(number);
  }
  return whole;
}

}  // namespace

MissingPictures::MissingPictures(std::int64_t first, std::int64_t last, std::vector<std::int64_t> there)
    : first_(first), last_(last), there_(std::move(there)) {
  for (auto number = there_.begin(); number != there_.end() && *number == first_; ++number) ++first_;
  for (auto number = there_.rbegin(); number != there_.rend() && *number == last_ && last_ >= first_; ++number) --last_;
}

MissingPictures::MissingPictures(std::int64_t first, std::int64_t last, const RecorderSettings& film)
    : MissingPictures(first, last, wholePictures(first, last, film)) {}

bool MissingPictures::contains(std::int64_t number) const {
  return number >= first_ && number <= last_ && !std::binary_search(there_.begin(), there_.end(), number);
}

}  // namespace app
