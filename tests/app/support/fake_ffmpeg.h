#pragma once

// Shell scripts that take the place of ffmpeg.

#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string>

#include "app/support/run_program.h"

namespace test {

/// The real ffmpeg.
inline std::string ffmpegPath() {
  std::istringstream folders(getenv("PATH"));
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((folder + "/ffmpeg").c_str(), X_OK) == 0) return folder + "/ffmpeg";
  throw std::runtime_error("no ffmpeg on PATH");
}

/// Puts a script named ffmpeg into a folder; the value of PATH that finds it first. In the script FFMPEG is the real
/// one.
inline std::string fakeFfmpeg(const TemporaryFolder& folder, const std::string& script) {
  writeFile(folder / "ffmpeg", "#!/bin/bash\nFFMPEG=" + ffmpegPath() + "\n" + script + "\n");
  std::filesystem::permissions(folder / "ffmpeg", std::filesystem::perms::owner_all);
  return folder.path() + ":" + getenv("PATH");
}

/// The number of a process that a script has written to a file by "echo $$"; waits for it.
inline int pidIn(const std::string& path) {
  std::string text;
  while (text.empty() || text.back() != '\n') {
    usleep(1000);
    if (std::filesystem::exists(path)) text = readFile(path);
  }
  return std::stoi(text);
}

/// Has the process ended (or does it only wait to be forgotten)?
inline bool hasEnded(int pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  return !std::getline(file, text) || text.substr(text.rfind(')') + 1, 2) == " Z";
}

}  // namespace test
