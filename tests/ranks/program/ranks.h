#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace ranks_test {

using Words = std::vector<std::string>;

Words operator+(Words first, const Words& second);

/// The command line that starts `count` processes of the program.
Words mpirun(int count);
/// The same, with the variable `othersHave`, NAME=VALUE, in the environment of all ranks but 0. (By a shell, as Open
/// MPI 5.0.7 fails with parts of its own command line between colons.)
Words mpirun(int count, const std::string& othersHave);

/// Processes with this MPI rank in their environment and this word, for example a folder, in their command line.
std::vector<pid_t> processesOf(const std::string& rank, const std::string& word);

}  // namespace ranks_test
