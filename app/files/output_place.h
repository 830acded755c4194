#pragma once

#include <string>

#include "files/descriptor.h"

namespace app {

/// Where an output goes: its folder, held open, and its name in it. A symbolic link at the end of the path is followed
/// first, so that the file behind it is what is written.
class OutputPlace {
 public:
  enum class Kind { absent, file, folder, device };  ///< device: also a pipe or a socket

  /// Throws FileError where the folder cannot be reached or the name cannot be one.
  explicit OutputPlace(const std::string& path);

  /// What was there when the place was made.
  Kind kind() const { return kind_; }
  const std::string& path() const { return path_; }    ///< links resolved
  const std::string& name() const { return name_; }    ///< the last part of it
  const std::string& given() const { return given_; }  ///< as the user wrote it, for messages
  int folder() const { return folder_.get(); }

  /// Waits until the disk has the folder's names. Throws FileError where it could not take them.
  void syncFolder() const;

 private:
  std::string given_, path_, name_;
  Kind kind_ = Kind::absent;
  Descriptor folder_;
};

/// "film.mp4 in /home/me/films": where a file that was given by this path is to be found.
std::string withFolder(const std::string& path);

}  // namespace app
