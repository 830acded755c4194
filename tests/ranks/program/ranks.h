#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace ranks_test {

using Words = std::vector<std::string>;

Words operator+(Words first, const Words& second);

/// The program, started so many times.
Words mpirun(int count);
/// The same, with this variable, NAME=VALUE, in the environment of ranks 1 and on. (Open MPI 5.0.7 falls over parts of
/// its own command line between colons.)
Words mpirun(int count, const std::string& othersHave);

/// Processes of the program that have this rank and this word, a folder say, in their command line.
std::vector<pid_t> processesOf(const std::string& rank, const std::string& word);

}  // namespace ranks_test
