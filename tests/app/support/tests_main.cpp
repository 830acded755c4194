// main() of the tests.

#include <gmock/gmock.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>

int main(int argc, char** argv) {
  // Caches of libraries and programs, for example Mesa's shader cache, are kept beside the tests.
  setenv("XDG_CACHE_HOME", (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "test-cache").c_str(), 0);
  std::signal(SIGINT, SIG_DFL);  // a shell's job in the background ignores it, and so would the programs under test
  ::testing::InitGoogleMock(&argc, argv);
  return RUN_ALL_TESTS();
}
