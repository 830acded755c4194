

#include "gl/draw_timer.h"
#include "gl/headless_context.h"
#include "render/quality_control.h"
#include "support/test.h"

namespace {

using app::FilmSettings;
using app::Finish;
using app::QualityControl;
using app::RenderQuality;

/// Approximate work of a picture of this quality, relative to full quality.
double workOf(const RenderQuality& quality) {
  const RenderQuality full;
  const double side = quality.resolution / full.resolution;
  return 0.2 + 0.8 * side * side * quality.stepsPerCell / full.stepsPerCell;
}

/// Draws pictures that take `seconds(k)` at full quality; returns how often the quality changed.
int draw(QualityControl& control, int pictures, const std::function<double(int)>& seconds) {
  int changes = 0;
  for (int k = 0; k < pictures; ++k) {
    const RenderQuality before = control.quality();
    control.add(seconds(k) * workOf(before));
    if (!(control.quality() == before)) ++changes;
  }
  return changes;
}

TEST(QualityControl, FastMachinesKeepFullQuality) {
  QualityControl control(0.03);
  EXPECT_EQ(draw(control, 1000, [](int) { return 0.029; }), 0);
  EXPECT_FALSE(control.reduced());
  EXPECT_EQ(control.quality(), RenderQuality{});
}

TEST(QualityControl, SlowMachinesComeToTheTargetAndStayThere) {
  for (const double full : {0.05, 0.08, 0.1}) {
    QualityControl control(0.03);
    draw(control, 100, [&](int) { return full; });
    EXPECT_LT(full * workOf(control.quality()), 1.16 * 0.03) << full;
    EXPECT_TRUE(control.reduced());
    EXPECT_LE(draw(control, 3000, [&](int) { return full; }), 2) << full;
  }
}

TEST(QualityControl, MuchTooSlowPicturesAreFewer) {
  QualityControl control(0.03);
  draw(control, 3, [](int) { return 2.; });
  EXPECT_LT(workOf(control.quality()), 0.4) << "two pictures say it";
  EXPECT_EQ(draw(control, 100, [](int) { return 2.; }), 0) << "at the bottom already";
}

TEST(QualityControl, GpusKeepUpWithTheMonitor) {
  EXPECT_EQ(app::drawingTime(1. / 60, true), 0.03);
  EXPECT_EQ(app::drawingTime(1. / 144, true), 0.03);
  EXPECT_EQ(app::drawingTime(1. / 24, false), 0.03) << "a slow monitor is no reason to be slow";
  EXPECT_LT(app::drawingTime(1. / 240, false), 1. / 120);
  EXPECT_EQ(app::drawingTime(1. / 240, false), app::drawingTime(1. / 120, false));
  for (const double rate : {30., 60., 75., 120.}) {
    const double wanted = app::drawingTime(1 / rate, false);
    EXPECT_LT(wanted, 1 / rate) << rate;
    EXPECT_GE(wanted, 0.7 / rate) << rate;
    QualityControl control(wanted);
    draw(control, 200, [&](int) { return 1.4 / rate; });
    EXPECT_TRUE(control.reduced()) << rate;
    EXPECT_LT(1.4 / rate * workOf(control.quality()), 1 / rate) << rate << " Hz are held";
  }
}

TEST(QualityControl, SinglePicturesThatTakeLongChangeNothing) {
  QualityControl control(0.03);
  EXPECT_EQ(draw(control, 1000, [](int k) { return k % 5 == 0 ? 0.4 : 0.02; }), 0);
}

TEST(QualityControl, ComesBackWhenThereIsTimeAgain) {
  QualityControl control(0.03);
  draw(control, 200, [](int) { return 0.2; });
  EXPECT_TRUE(control.reduced());
  draw(control, 1000, [](int) { return 0.012; });
  EXPECT_EQ(control.quality(), RenderQuality{});
}

TEST(QualityControl, DoesNotFlickerWhereTheNextStepIsTooDear) {
  // Full quality costs far more than reduced quality: each try of it fails.
  QualityControl control(0.03);
  int changes = 0;
  for (int k = 0; k < 20000; ++k) {
    const bool full = !control.reduced();
    control.add(full ? 0.06 : 0.01);
    changes += full == control.reduced() ? 1 : 0;
  }
  EXPECT_LT(changes, 20);
}

TEST(QualityControl, TimesOfWorkOnTheGpuArrive) {
  const app::HeadlessContext context;
  app::DrawTimer timer;
  EXPECT_FALSE(timer.take());
  for (int k = 0; k < 9; ++k) {  // more than the timer's queries
    timer.start();
    app::Buffer(1 << 20).clear();
    timer.stop();
  }
  glFinish();
  const auto first = timer.take();
  ASSERT_TRUE(first);
  EXPECT_GE(*first, 0);
  EXPECT_LT(*first, 60);
  int others = 0;
  while (timer.take()) ++others;
  EXPECT_LE(others, 8);
  timer.start();
  timer.stop();
  glFinish();
  EXPECT_TRUE(timer.take());
}

TEST(QualityControl, ATurnTakesTheLeast) {
  QualityControl control(0.03);
  for (int i = 0; i < 2000; ++i) control.add(1);  // nothing is fast enough
  RenderQuality least = control.quality();
  least.plainDetail = true;
  EXPECT_EQ(QualityControl::turning(), least);
}

TEST(QualityControl, AFinishSetsWhereItBeginsAndTheSamplesOfAFilm) {
  const RenderQuality full, draft = finished(full, Finish::draft), best = finished(full, Finish::best);
  EXPECT_EQ(finished(full, Finish::good), full);
  EXPECT_LT(draft.cells, full.cells);
  EXPECT_LT(draft.resolution, full.resolution);
  EXPECT_LT(draft.streaks, full.streaks);
  EXPECT_GT(best.stepsPerCell, full.stepsPerCell);
  QualityControl control(0.03, draft);
  EXPECT_EQ(control.quality(), draft);
  for (int picture = 0; picture < 1000; ++picture) {
    control.add(0.3);
    EXPECT_LE(control.quality().cells, draft.cells) << "never finer";
  }
  EXPECT_LT(control.quality().cells, draft.cells);
  FilmSettings film;
  film.supersampling = 3;
  EXPECT_EQ(film.samples(), 3);
  film.finish = Finish::draft;
  EXPECT_EQ(film.samples(), 1);
  film.finish = Finish::best;
  EXPECT_EQ(film.samples(), 3);
  film.supersampling = 1;
  EXPECT_EQ(film.samples(), 2);
}

TEST(Thinning, KnowsFromAPictureOfAllHowManyATurnCanHave) {
  app::Thinning thinning(0.04);
  EXPECT_EQ(thinning.stride(), 1U);
  thinning.add(0.03, false);
  EXPECT_EQ(thinning.stride(), 1U);
  thinning.add(0.5, false);
  EXPECT_EQ(thinning.stride(), 1U) << "a single one may have waited";
  thinning.add(0.5, false);
  EXPECT_EQ(thinning.stride(), 16U);
  thinning.add(1e3, false);
  thinning.add(1e3, false);
  EXPECT_EQ(thinning.stride(), app::Thinning::kMost);
}

TEST(Thinning, CorrectsItselfInTheTurn) {
  app::Thinning thinning(0.04);
  thinning.add(0.2, false);
  ASSERT_EQ(thinning.stride(), 8U);
  // All tracers take 160 ms, everything else takes 30 ms.
  const auto seconds = [&] { return 0.03 + 0.16 / thinning.stride(); };
  for (int i = 0; i < 100; ++i) thinning.add(seconds(), true);
  EXPECT_LT(seconds(), 1.15 * 0.04);
  const std::uint32_t settled = thinning.stride();
  for (int i = 0; i < 100; ++i) thinning.add(seconds(), true);
  EXPECT_EQ(thinning.stride(), settled);
  for (int i = 0; i < 100; ++i) thinning.add(0.001, true);
  EXPECT_EQ(thinning.stride(), 2U) << "only a picture of all says that all may be drawn";
  thinning.add(0.03, false);
  EXPECT_FALSE(thinning.reduces());
  for (int i = 0; i < 2; ++i) thinning.add(0.1, false);
  EXPECT_GT(thinning.stride(), 1U);
}

TEST(Thinning, DrawsFewerPixelsWhereFewerTracersAreNotEnough) {
  app::Thinning thinning(0.04);
  for (int i = 0; i < 2; ++i) thinning.add(1e3, false);
  ASSERT_EQ(thinning.stride(), app::Thinning::kMost);
  EXPECT_EQ(thinning.scale(), 1);
  for (int i = 0; i < 100; ++i) thinning.add(1, true);
  EXPECT_EQ(thinning.stride(), app::Thinning::kMost);
  EXPECT_EQ(thinning.scale(), 0.5) << "the least";
  for (int i = 0; i < 100; ++i) thinning.add(0.045, true);
  EXPECT_LT(thinning.scale(), 1) << "in time, but not twice as fast as need be";
  for (int i = 0; i < 30; ++i) thinning.add(0.001, true);
  EXPECT_EQ(thinning.scale(), 1);
  EXPECT_EQ(thinning.stride(), app::Thinning::kMost);
}

TEST(Thinning, GoesToPixelsAtOnceWhereTracersAreFew) {
  app::Thinning thinning(0.04);
  thinning.setMost(1);
  for (int i = 0; i < 2; ++i) thinning.add(0.2, false);
  EXPECT_EQ(thinning.stride(), 1U);
  EXPECT_NEAR(thinning.scale(), std::sqrt(0.5), 1e-12);
  thinning.add(0.02, false);
  EXPECT_EQ(thinning.scale(), 1);
  EXPECT_FALSE(thinning.reduces());
}

}  // namespace
