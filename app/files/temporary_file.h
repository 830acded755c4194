#pragma once

#include <string>

#include "files/descriptor.h"

namespace app {

/// A new file in a folder that has no name yet (O_TMPFILE), so that nobody can plant one and nothing is left of it when
/// the process dies; publish() names it. Where the file system or the system cannot do that, it has a random hidden
/// name and is locked (hidden_file.h), so that the next one to save there can remove it.
class TemporaryFile {
 public:
  /// Shall the file have no name until it is published, where that can be, or a hidden one from the beginning?
  enum class Name { none, hidden };

  /// The folder's descriptor outlives this. Throws std::system_error.
  explicit TemporaryFile(int folder, Name name = Name::none);
  /// Removes the file unless it was published.
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  int descriptor() const { return file_.get(); }

  /// Gives the file its name in the folder, at once and whole. Throws std::system_error: EEXIST where something is
  /// there that may not be replaced.
  void publish(const std::string& name, bool replace);

 private:
  bool link(const std::string& name) const;
  void takeHiddenName();
  void createHidden();

  int folder_;
  Descriptor file_;
  std::string name_;  // empty: the file has none
};

}  // namespace app
