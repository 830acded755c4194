#pragma once

#include <string>

namespace app {

/// `path` itself where nothing is there yet, else with the first of -2, -3, ... before its ending, or in place of such
/// a number, that is not there. Of numbered pictures (frames/%05d.png) the folder is numbered, where they have none of
/// their own the name: all of them are new then. `path` as well where the numbers up to 9999 are taken.
std::string freeName(const std::string& path);

/// Is there something of that name, or any picture of that pattern?
bool isTaken(const std::string& path);

/// Throws what a file that is to be made would meet later: UserError where one is there already or `path` is a folder,
/// FileError where its folder is not there or nothing can be made in it. Devices and pipes may be written to.
void requireNewFile(const std::string& path);

}  // namespace app
