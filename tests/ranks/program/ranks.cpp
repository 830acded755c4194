#include "ranks/program/ranks.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/support/run_program.h"

namespace ranks_test {

Words operator+(Words first, const Words& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

Words mpirun(int count) {
  return {"mpirun", "--oversubscribe", "--allow-run-as-root", "-n", std::to_string(count), test::programPath()};
}

Words mpirun(int count, const std::string& othersHave) {
  Words words = mpirun(count);
  const std::string program = words.back();
  words.back() = "sh";
  return words +
         Words{"-c", "if [ \"$OMPI_COMM_WORLD_RANK\" != 0 ]; then export '" + othersHave + "'; fi; exec \"$0\" \"$@\"",
               program};
}

std::vector<pid_t> processesOf(const std::string& rank, const std::string& word) {
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream words(entry.path() / "cmdline"), variables(entry.path() / "environ");
    std::stringstream line, environment;
    line << words.rdbuf();
    environment << variables.rdbuf();
    if (line.str().find(word) != std::string::npos &&
        environment.str().find("OMPI_COMM_WORLD_RANK=" + rank) != std::string::npos)
      found.push_back(std::stoi(name));
  }
  return found;
}

}  // namespace ranks_test
