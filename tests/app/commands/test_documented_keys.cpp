// Every key of the user's files is explained in README.md or in a page of docs/. The keys are taken from the readers'
// messages about an unknown key.

#include <regex>

#include "app/support/run_program.h"
#include "camera/camera_path.h"
#include "files/user_error.h"
#include "scene/text/look_file.h"
#include "scene/text/scene_file.h"
#include "support/test.h"

namespace app {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using Read = std::function<void(const std::string& text)>;

/// No key has this name or a similar one.
const std::string kUnknown = "qqqqqqqqqqqqqqqqqqqqqq = 1\n";

std::string complaint(const Read& read, const std::string& text) {
  return test::refusal<UserError>([&] { read(text); });
}

/// Keys that are allowed in place of the unknown one in the last line of `text`.
std::vector<std::string> keysIn(const Read& read, const std::string& text) {
  const std::string answer = complaint(read, text), mark = "; allowed: ";
  EXPECT_THAT(answer, HasSubstr("unknown key \"qqqq"));
  const std::size_t at = answer.find(mark);
  EXPECT_NE(at, std::string::npos) << answer;
  std::vector<std::string> keys;
  const std::regex word("[a-z_]+");
  for (std::sregex_iterator key(answer.begin() + static_cast<std::ptrdiff_t>(at + mark.size()), answer.end(), word),
       end;
       key != end; ++key)
    keys.push_back(key->str());
  return keys;
}

/// README.md and the pages of docs/, one after the other.
std::string readPages() {
  const std::filesystem::path source = RINGLET_SOURCE;
  std::set<std::filesystem::path> pages = {source / "README.md"};
  for (const auto& entry : std::filesystem::directory_iterator(source / "docs"))
    if (entry.path().extension() == ".md") pages.insert(entry.path());
  std::string all;
  for (const std::filesystem::path& page : pages) all += '\n' + test::readFile(page.string());
  return all;
}

/// Code spans of a table, from the line that starts with `begin` to the next line that starts with `end` or to the
/// table's end. Only one line of all pages may start with `begin`.
std::set<std::string> codeBetween(const std::string& begin, const std::string& end) {
  static const std::string pages = readPages();
  const std::size_t from = pages.find('\n' + begin);
  EXPECT_NE(from, std::string::npos) << begin;
  EXPECT_EQ(pages.find('\n' + begin, from + 1), std::string::npos) << begin << ": twice";
  const std::size_t to = std::min(pages.find('\n' + end, from + 1), pages.find("\n\n", from + 1));
  const std::string part = pages.substr(from, to - from);
  std::set<std::string> code;
  const std::regex span("`([^`]+)`");
  for (std::sregex_iterator found(part.begin(), part.end(), span), none; found != none; ++found)
    code.insert((*found)[1]);
  return code;
}

std::set<std::string> rowsOf(const std::string& table) {
  return codeBetween("| **`" + table + "`**", "| **`");
}

TEST(DocumentedKeys, OfScenes) {
  const Read read = [](const std::string& text) { parseScene(text, "s.toml"); };
  const std::set<std::string> top = codeBetween("| `title`", "| **`");
  int tables = 0;
  for (const std::string& key : keysIn(read, kUnknown)) {
    const std::string single = '[' + key + "]\n", several = "[[" + key + "]]\n";
    if (complaint(read, key + " = 1\n").find("a string") != std::string::npos) {
      EXPECT_THAT(top, Contains(key));
      continue;
    }
    const bool many = complaint(read, single).find(several.substr(0, several.size() - 1)) != std::string::npos;
    const std::string header = many ? several : single;
    std::set<std::string> told = rowsOf(header.substr(0, header.size() - 1));
    if (key == "knot") told.merge(rowsOf("[[ring]]"));  // its row refers to [[ring]]
    for (const std::string& inner : keysIn(read, header + kUnknown)) EXPECT_THAT(told, Contains(inner)) << header;
    ++tables;
  }
  EXPECT_GE(tables, 8);
}

TEST(DocumentedKeys, OfLooks) {
  const std::set<std::string> told = rowsOf("[view]");
  const auto keys = keysIn([](const std::string& text) { parseLook(text, "l.toml"); }, kUnknown);
  EXPECT_GE(keys.size(), 20u);
  for (const std::string& key : keys) EXPECT_THAT(told, Contains(key));
}

TEST(DocumentedKeys, OfCameraPaths) {
  const Read read = [](const std::string& text) { CameraPath::parse(text, "c.toml", {{0, 0, 3}, {}, {0, 1, 0}, 35}); };
  const std::set<std::string> top = codeBetween("| key of a camera path", "| **`");
  const auto keys = keysIn(read, kUnknown);
  EXPECT_THAT(keys, Contains("key"));
  for (const std::string& key : keys) {
    if (key != "key") {
      EXPECT_THAT(top, Contains(key));
    }
  }
  const std::set<std::string> told = codeBetween("| **`[[key]]`**", "#");
  for (const std::string& key : keysIn(read, "[[key]]\ntime = 0\n" + kUnknown)) EXPECT_THAT(told, Contains(key));
}

}  // namespace
}  // namespace app
