// Messages that cannot be written (standard error is closed, full, or not read) do not change the work.

#include "app/support/film_support.h"
#include "app/support/run_program.h"
#include "support/test.h"

namespace {

using test::TemporaryFolder;
using ::testing::HasSubstr;

/// Runs `command` in a shell, with the program as "$R".
test::ProgramResult inShell(const std::string& command) {
  test::ProgramSettings settings;
  settings.environment = {"R=" + test::programPath()};
  return test::runArguments({"bash", "-c", command}, settings);
}

class LostMessages : public ::testing::Test {
 protected:
  LostMessages() {
    test::writeFile(scene_, "[particles]\nelements = 64\ntracers = 500\n[[ring]]\nradius = 0.5\n");
    test::writeFile(film_, "an earlier film");
  }
  std::string filming() const {
    return "\"$R\" run '" + scene_ + "' --headless --frames 3 --size 64x48 --force --record '" + film_ + "' ";
  }
  void expectFilm() const {
    EXPECT_EQ(test::decodeFilm(film_, 64, 48).size(), 3u);
    EXPECT_EQ(folder_.files().size(), 2u) << "nothing else is left";
  }

  const TemporaryFolder folder_;
  const std::string scene_ = folder_ / "s.toml", film_ = folder_ / "v.mp4";
};

TEST_F(LostMessages, LeaveTheExitCodeAndTheFilm) {
  for (const char* messages : {"2>&-", "2>/dev/full", "0<&- 2>&-"}) {
    test::writeFile(film_, "an earlier film");
    EXPECT_EQ(inShell(filming() + messages).exitCode, 0) << messages;
    expectFilm();
    EXPECT_EQ(inShell(std::string("\"$R\" run --no-such-option ") + messages).exitCode, 2) << messages;
    EXPECT_EQ(inShell(std::string("\"$R\" run none.toml --frames 1 ") + messages).exitCode, 1) << messages;
  }
}

TEST_F(LostMessages, MayGoIntoAPipeThatNobodyReads) {
  const auto result = inShell("exec 3>&1; { sleep 0.2; " + filming() + "; echo $? >&3; } 2>&1 >/dev/null | true");
  EXPECT_EQ(result.out, "0\n");
  expectFilm();
}

TEST_F(LostMessages, AClosedOutputIsToldWhereItIsWanted) {
  const auto wanted = inShell("\"$R\" info >&-");
  EXPECT_EQ(wanted.exitCode, 1);
  EXPECT_THAT(wanted.err, HasSubstr("standard output could not be written"));
  EXPECT_EQ(inShell(filming() + "--json 0<&- 1>&- 2>&-").exitCode, 1);
  expectFilm();
}

}  // namespace
