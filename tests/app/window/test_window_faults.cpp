// The window on a machine that fails: it pauses, keeps its picture, tells the reason in one line, and can continue.

#include <gmock/gmock.h>

#include "app/window/window_fixture.h"
#include "fmm/faults.h"

namespace app {
namespace {

using fmm::Fault;
using ::testing::HasSubstr;

class WindowFaults : public WindowTest {
 protected:
  void TearDown() override {
    for (const Fault kind : {Fault::allocation, Fault::launch}) fmm::setFault(kind, 0);
    WindowTest::TearDown();
  }
  SimulationStatus status() const { return application_->simulation().status(); }
};

TEST_F(WindowFaults, PausesWithTheLastPictureSaysWhyAndGoesOn) {
  open(smallScene());
  key("space");
  ASSERT_TRUE(framesUntil([&] { return state().number > 4 && status().canStepBack; }));
  fmm::setFault(Fault::launch, 30);
  ASSERT_TRUE(framesUntil([&] { return !status().lost.empty(); }));
  ASSERT_TRUE(framesUntil([&] { return panel().message.find("the particles are lost") != std::string::npos; }))
      << panel().message;
  EXPECT_FALSE(status().playing);
  EXPECT_EQ(panel().message.find('\n'), std::string::npos);
  frames(3);
  EXPECT_FALSE(left_);
  EXPECT_GT(brightPixels(screen()), 100) << "the last good state is on show";
  key("e");  // shows arrows, which need the lost elements
  frames(5);
  EXPECT_FALSE(left_);

  fmm::setFault(Fault::launch, 0);  // the machine works again
  const std::uint64_t generation = state().generation;
  key("r");
  ASSERT_TRUE(framesUntil([&] { return state().generation > generation; })) << panel().message;
  ASSERT_TRUE(framesUntil([&] { return state().steps > 2; })) << "it was playing before";
  EXPECT_EQ(status().lost, "");
}

TEST_F(WindowFaults, WithoutMemoryItPausesAndGoesOn) {
  open(smallScene());
  frames(3);
  fmm::setFault(Fault::allocation, 1);
  key("r");
  ASSERT_TRUE(framesUntil([&] { return !fmm::faultIsSet(Fault::allocation); })) << panel().message;
  ASSERT_TRUE(framesUntil([&] { return panel().message.find("Out of memory") != std::string::npos; }))
      << panel().message;
  EXPECT_FALSE(left_);
  const std::uint64_t generation = state().generation;
  key("r");
  ASSERT_TRUE(framesUntil([&] { return state().generation > generation; })) << panel().message;
}

}  // namespace
}  // namespace app
