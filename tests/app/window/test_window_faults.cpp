// The window on a machine that fails: it pauses, keeps its picture, tells the reason in one line, and can continue.

#include "app/window/window_fixture.h"
#include "fmm/faults.h"

namespace app {
namespace {

using fmm::Fault;

class WindowFaults : public WindowTest {
 protected:
  void TearDown() override {
    for (const Fault kind : {Fault::allocation, Fault::launch}) fmm::setFault(kind, 0);
    WindowTest::TearDown();
  }
};

TEST_F(WindowFaults, PausesWithTheLastPictureSaysWhyAndGoesOn) {
  open(smallScene());
  expect({{"Space", [&] { return state().number > 4 && status().canStepBack; }}});
  fmm::setFault(Fault::launch, 30);
  ASSERT_TRUE(framesUntil([&] { return !status().lost.empty(); }));
  ASSERT_TRUE(says("the particles are lost")) << panel().message;
  EXPECT_FALSE(playing());
  EXPECT_FALSE(holds(panel().message, "\n"));
  frames(3);
  EXPECT_FALSE(left_);
  EXPECT_GT(brightPixels(screen()), 100) << "the last good state is on show";
  act("E");  // shows arrows, which need the lost elements
  frames(5);
  EXPECT_FALSE(left_);

  fmm::setFault(Fault::launch, 0);  // the machine works again
  expect({
      {"R", [&] { return state().generation == 2; }}, {"", [&] { return state().steps > 2; }},  // it was playing before
  });
  EXPECT_EQ(status().lost, "");

  fmm::setFault(Fault::allocation, 1);
  expect({{"R", [&] { return !fmm::faultIsSet(Fault::allocation); }}});
  ASSERT_TRUE(says("Out of memory")) << panel().message;
  EXPECT_FALSE(left_);
  const std::uint64_t generation = state().generation;
  expect({{"R", [&] { return state().generation > generation; }}});
}

}  // namespace
}  // namespace app
