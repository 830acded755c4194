#pragma once

// Shell scripts that take the place of ffmpeg.

#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string>

#include "app/support/run_program.h"

namespace test {

/// Path of the real ffmpeg.
inline std::string ffmpegPath() {
  std::istringstream folders(getenv("PATH"));
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((folder + "/ffmpeg").c_str(), X_OK) == 0) return folder + "/ffmpeg";
  throw std::runtime_error("no ffmpeg on PATH");
}

/// Writes `script` as ffmpeg into the folder, with the real one as $FFMPEG. Returns a PATH that finds the script first.
inline std::string fakeFfmpeg(const TemporaryFolder& folder, const std::string& script) {
  writeFile(folder / "ffmpeg", "#!/bin/bash\nFFMPEG=" + ffmpegPath() + "\n" + script + "\n");
  std::filesystem::permissions(folder / "ffmpeg", std::filesystem::perms::owner_all);
  return folder.path() + ":" + getenv("PATH");
}

/// Waits for the process id that a script writes to a file by "echo $$", and returns it.
inline int pidIn(const std::string& path) {
  std::string text;
  while (text.empty() || text.back() != '\n') {
    usleep(1000);
    if (std::filesystem::exists(path)) text = readFile(path);
  }
  return std::stoi(text);
}

/// True if the process has ended, also while it is a zombie.
inline bool hasEnded(int pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  return !std::getline(file, text) || text.substr(text.rfind(')') + 1, 2) == " Z";
}

}  // namespace test
