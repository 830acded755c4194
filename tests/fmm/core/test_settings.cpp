

#include "fmm/fmm.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace {

using fmm::Settings;
using fmm_test::complaint;
using ::testing::HasSubstr;

template <class Enum>
void expectRoundTrip(std::initializer_list<Enum> values) {
  for (const Enum value : values) {
    const std::string name{toString(value)};
    EXPECT_EQ(fmm::parse<Enum>(name), value) << name;
    EXPECT_NE(fmm::allowedNames<Enum>().find(name), std::string::npos) << name;
  }
}

TEST(Settings, EveryNameParsesBack) {
  expectRoundTrip({fmm::Backend::automatic, fmm::Backend::cpu, fmm::Backend::cuda});
  expectRoundTrip({fmm::Precision::single, fmm::Precision::real64});
  expectRoundTrip({fmm::SolverKind::fmm, fmm::SolverKind::direct});
  expectRoundTrip({fmm::Regularisation::cutoff, fmm::Regularisation::gaussian, fmm::Regularisation::gaussian8,
                   fmm::Regularisation::winckelmans, fmm::Regularisation::rosenhead});
  expectRoundTrip(
      {fmm::Stretching::off, fmm::Stretching::classical, fmm::Stretching::transpose, fmm::Stretching::mixed});
  expectRoundTrip({fmm::Integrator::euler, fmm::Integrator::rk2, fmm::Integrator::rk3, fmm::Integrator::rk4});
  expectRoundTrip({fmm::Formulation::classic, fmm::Formulation::reformulated});
  expectRoundTrip({fmm::Diffusion::coreSpreading, fmm::Diffusion::lattice});
}

TEST(Settings, NamesAreThoseOfSceneFiles) {
  EXPECT_EQ(fmm::allowedNames<fmm::Backend>(), "auto, cpu or cuda");
  EXPECT_EQ(fmm::allowedNames<fmm::Precision>(), "float or double");
  EXPECT_EQ(fmm::allowedNames<fmm::SolverKind>(), "fmm or direct");
  EXPECT_EQ(fmm::allowedNames<fmm::Regularisation>(), "cutoff, gaussian, gaussian8, winckelmans or rosenhead");
  EXPECT_EQ(fmm::allowedNames<fmm::Stretching>(), "off, classical, transpose or mixed");
  EXPECT_EQ(fmm::allowedNames<fmm::Integrator>(), "euler, rk2, rk3 or rk4");
}

TEST(Settings, UnknownNamesAreEmpty) {
  EXPECT_FALSE(fmm::parse<fmm::Backend>("gpu"));
  EXPECT_FALSE(fmm::parse<fmm::Backend>(""));
  EXPECT_FALSE(fmm::parse<fmm::Integrator>("RK2"));
  EXPECT_FALSE(fmm::parse<fmm::Stretching>("classical "));
}

TEST(Settings, DefaultsAreValid) {
  EXPECT_EQ(complaint([](Settings&) {}), "accepted");
}

TEST(Settings, EndsOfTheRangesAreValid) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  for (const double dt : {-1e12, -tiny, tiny, 1e12})
    EXPECT_EQ(complaint([&](Settings& s) { s.timeStep = dt; }), "accepted");
  for (const double tolerance : {1e-6, 0.1}) {
    EXPECT_EQ(complaint([&](Settings& s) { s.tolerance = tolerance; }), "accepted");
  }
  for (const int order : {0, 4, 16}) EXPECT_EQ(complaint([&](Settings& s) { s.order = order; }), "accepted");
  for (const double theta : {0.0, 0.2, 0.9}) EXPECT_EQ(complaint([&](Settings& s) { s.theta = theta; }), "accepted");
  for (const int leaf : {0, 1, 1 << 20}) {
    EXPECT_EQ(complaint([&](Settings& s) { s.leafElements = s.leafPoints = leaf; }), "accepted");
  }
}

TEST(Settings, ComplaintNamesFieldValueAndRange) {
  EXPECT_EQ(complaint([](Settings& s) { s.timeStep = 0; }), "timeStep = 0: allowed is -1e+12 to 1e+12, but not 0");
  EXPECT_EQ(complaint([](Settings& s) { s.tolerance = 0.5; }), "tolerance = 0.5: allowed is 1e-12 to 0.1");
  EXPECT_EQ(complaint([](Settings& s) { s.threads = -1; }), "threads = -1: allowed is 0 to 1024");
  EXPECT_EQ(complaint([](Settings& s) { s.order = 41; }),
            "order = 41: allowed is 0 (chosen by the program) or 4 to 40");
  EXPECT_EQ(complaint([](Settings& s) { s.theta = 1; }),
            "theta = 1: allowed is 0 (chosen by the program) or 0.2 to 0.9");
  EXPECT_EQ(complaint([](Settings& s) { s.leafElements = -3; }),
            "leafElements = -3: allowed is 0 (chosen by the program) or 1 to 1048576");
  EXPECT_EQ(complaint([](Settings& s) { s.leafPoints = 1 << 21; }),
            "leafPoints = 2097152: allowed is 0 (chosen by the program) or 1 to 1048576");
  EXPECT_EQ(complaint([](Settings& s) { s.regularisation = fmm::Regularisation::rosenhead; }),
            "regularisation = rosenhead needs solver = \"direct\"");
  EXPECT_EQ(complaint([](Settings& s) { s.tolerance = 1e-8; }),
            "tolerance = 1e-08 is finer than float sums; allowed: 1e-06 to 0.1, or from 1e-10 with precision = "
            "\"double\"");
  EXPECT_EQ(complaint([](Settings& s) { s.elementBudget = 2000000000; }),
            "elementBudget = 2000000000: allowed is 0 (chosen by the program) to 1000000000");
}

TEST(Settings, CoreSpreadingNeedsTheCoreThatStaysOneOfItsKind) {
  for (const char* name : {"cutoff", "gaussian8", "winckelmans"}) {
    const auto spreads = [&](Settings& s) {
      s.regularisation = *fmm::parse<fmm::Regularisation>(name);
      s.viscosity = 0.01;
    };
    EXPECT_EQ(complaint(spreads),
              "viscosity = 0.01 with diffusion = core_spreading and regularisation = " + std::string(name) +
                  ": allowed is regularisation = gaussian, the only core that stays one of its "
                  "kind, or diffusion = lattice");
  }
}

TEST(Settings, FineTolerancesNeedDoubleOrDirect) {
  EXPECT_NE(complaint([](Settings& s) { s.tolerance = 1e-8; }), "accepted");
  EXPECT_EQ(complaint([](Settings& s) {
              s.tolerance = 1e-10;
              s.precision = fmm::Precision::real64;
            }),
            "accepted");
  EXPECT_EQ(complaint([](Settings& s) {
              s.regularisation = fmm::Regularisation::rosenhead;
              s.solver = fmm::SolverKind::direct;
            }),
            "accepted");
}

TEST(Settings, WhatCannotBeUndoneIsNamed) {
  Settings settings;
  EXPECT_EQ(irreversiblePart(settings), "");
  settings.redistribution.steps = fmm::Redistribution::kAutomatic;
  EXPECT_EQ(irreversiblePart(settings), "redistribution");
  settings.redistribution = {};
  settings.relaxation = 1;
  EXPECT_EQ(irreversiblePart(settings), "relaxation");
  settings.viscosity = 1;
  EXPECT_EQ(irreversiblePart(settings), "viscosity");
  settings.timeStep = -0.01;
  EXPECT_THROW(settings.validate(), fmm::InvalidInput);
  settings.viscosity = settings.relaxation = 0;
  EXPECT_NO_THROW(settings.validate());
}

TEST(Settings, AllThatCannotBeUndoneIsNamedAndSwitchedOff) {
  Settings settings;
  EXPECT_TRUE(irreversibleParts(settings).empty());
  settings.viscosity = settings.relaxation = 1;
  settings.redistribution.steps = fmm::Redistribution::kAutomatic;
  const std::vector<std::string_view> all = {"viscosity", "relaxation", "redistribution"};
  EXPECT_EQ(irreversibleParts(settings), all);
  settings.relaxation = 0;
  EXPECT_EQ(irreversibleParts(settings).size(), 2u);
  makeReversible(settings);
  EXPECT_TRUE(irreversibleParts(settings).empty());
  EXPECT_EQ(settings, Settings());
}

/// Another allowed value of the setting.
template <class Value>
Value other(const Value& value, const fmm::Range& range) {
  if constexpr (std::is_enum_v<Value>) {
    for (const auto& [candidate, name] : namesOf(Value{}))
      if (candidate != value) return candidate;
    return value;
  } else if constexpr (std::is_same_v<Value, bool>) {
    return !value;
  } else if constexpr (std::is_same_v<Value, fmm::Redistribution>) {
    return {value.steps + 1};
  } else if constexpr (std::is_same_v<Value, fmm::Vec3>) {
    return {value.x, range.high, value.z};
  } else if constexpr (std::is_arithmetic_v<Value>) {
    return static_cast<Value>(static_cast<double>(value) == range.high ? range.low : range.high);
  } else if constexpr (std::is_same_v<Value, std::vector<fmm::Body>> ||
                       std::is_same_v<Value, std::vector<fmm::HeatSource>>) {
    return Value(value.size() + 1);
  } else {
    return value ? Value{} : Value{std::in_place};
  }
}

TEST(Settings, EqualityLooksAtEveryField) {
  const Settings base;
  EXPECT_TRUE(base == Settings{});
  int settings = 0;
  fmm::forEachSetting<Settings>([&](const auto& setting) {
    Settings changed;
    changed.*setting.member = other(base.*setting.member, setting.range);
    EXPECT_TRUE(changed != base && !(changed == base)) << setting.key;
    ++settings;
  });
  EXPECT_GT(settings, 20);
}

/// Motion settings leave the field settings unchanged, so that the solver stays tuned.
TEST(Settings, MotionIsNoneOfTheField) {
  fmm::forEachSetting<fmm::MotionSettings>([](const auto& setting) {
    Settings changed;
    changed.*setting.member = other(changed.*setting.member, setting.range);
    EXPECT_TRUE(static_cast<const fmm::FieldSettings&>(changed) == fmm::FieldSettings{}) << setting.key;
  });
}

TEST(SettingTable, EndsOfEachRangeAreValidAndWhatLiesBeyondIsNot) {
  fmm::forEachSetting<Settings>([](const auto& setting) {
    using Value = typename std::decay_t<decltype(setting)>::Value;
    if constexpr (std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>) {
      const auto with = [&](double value) {
        return complaint([&](Settings& s) {
          s.precision = fmm::Precision::real64;
          // Plane flows allow finer tolerances and higher orders.
          const std::string_view key = setting.key;
          if (key == "tolerance" || key == "order") s.space = fmm::Space::plane;
          s.*setting.member = static_cast<Value>(value);
        });
      };
      const fmm::Range& range = setting.range;
      EXPECT_EQ(with(range.high), "accepted") << setting.key;
      const std::string begin = setting.name + std::string(" = ");
      EXPECT_THAT(with(range.high + std::max(1., range.high)), HasSubstr(begin));
      if constexpr (std::is_signed_v<Value>) {
        EXPECT_THAT(with(std::min(-1., 2 * range.low)), HasSubstr(begin));
      }
      if constexpr (std::is_floating_point_v<Value>) {
        for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) EXPECT_THAT(with(bad), HasSubstr(begin)) << bad;
      }
      if (range.low >= 0) {
        EXPECT_EQ(with(range.low), "accepted") << setting.key;
      }
      if (range.zero) {
        EXPECT_EQ(with(0), "accepted") << setting.key;
      }
    }
  });
}

TEST(SettingTable, RedistributionIsOffAutoOrSoManySteps) {
  const auto with = [](int steps) { return complaint([&](Settings& s) { s.redistribution.steps = steps; }); };
  for (const int steps : {0, -1, 1, 10000}) EXPECT_EQ(with(steps), "accepted");
  EXPECT_EQ(with(-2), "redistribution = -2: allowed is 0 (off), -1 (auto) or 1 to 10000 steps");
  EXPECT_EQ(with(10001), "redistribution = 10001: allowed is 0 (off), -1 (auto) or 1 to 10000 steps");
  EXPECT_EQ(fmm::redistributionText({0}), "off");
  EXPECT_EQ(fmm::redistributionText({-1}), "auto");
  EXPECT_EQ(fmm::redistributionText({5}), "5");
}

TEST(SettingTable, EverySettingIsExplained) {
  fmm::forEachSetting<Settings>([](const auto& setting) {
    EXPECT_NE(std::string(setting.title), "") << setting.key;
    EXPECT_EQ(std::string(setting.help).back(), '.') << setting.key;
    EXPECT_TRUE(fmm::visitSetting<Settings>(setting.key, [](const auto&) {}));
  });
  EXPECT_FALSE(fmm::visitSetting<Settings>("timeStep", [](const auto&) {})) << "keys, not names";
  EXPECT_STREQ(fmm::settingOf(&Settings::timeStep).key, "dt");
  EXPECT_STREQ(fmm::settingOf(&Settings::leafPoints).name, "leafPoints");
}

TEST(SettingTable, CountsTheMembersOfAStruct) {
  struct None {};
  struct Few {
    std::optional<fmm::GroundPlane> plane;
    std::string name;
    double number = 1;
  };
  EXPECT_EQ(fmm::memberCount<None>(), 0u);
  EXPECT_EQ(fmm::memberCount<Few>(), 3u);
}

TEST(SettingRules, EachIsAboutASettingAndCanBeRepaired) {
  for (const fmm::SettingRule& rule : fmm::settingRules())
    EXPECT_TRUE(fmm::visitSetting<Settings>(rule.key, [](const auto&) {})) << rule.key;
  const auto repairs = [](auto change) {
    for (const bool first : {true, false}) {
      Settings before, edited;
      change(first ? before : edited);
      change(edited);
      edited.regularisation = first ? edited.regularisation : fmm::Regularisation::winckelmans;
      reconcile(before, edited);
      EXPECT_NO_THROW(edited.validate());
    }
  };
  repairs([](Settings& s) { s.viscosity = 1; });
  repairs([](Settings& s) { s.formulation = fmm::Formulation::reformulated, s.stretching = fmm::Stretching::off; });
  repairs([](Settings& s) { s.timeStep = -1, s.relaxation = 1; });
  repairs([](Settings& s) { s.tolerance = 1e-10; });
  repairs([](Settings& s) { s.regularisation = fmm::Regularisation::rosenhead; });
  repairs([](Settings& s) { s.redistribution.steps = 5; });
}

void redistributed(Settings& s) {
  s.redistribution.steps = 5;
}

TEST(SettingRules, SayWhatExcludesEachOther) {
  EXPECT_THAT(complaint([](Settings& s) { s.viscosity = 0.1, s.timeStep = -0.01; }),
              HasSubstr("viscosity = 0.1 and a negative dt exclude each other"));
  EXPECT_THAT(complaint([](Settings& s) { s.relaxation = 1, s.timeStep = -0.01; }), HasSubstr("relaxation"));
  EXPECT_EQ(complaint([](Settings& s) { s.timeStep = -0.01; }), "accepted");
  EXPECT_EQ(complaint([](Settings& s) { s.formulation = fmm::Formulation::reformulated; }), "accepted");
  EXPECT_THAT(complaint([](Settings& s) {
                s.formulation = fmm::Formulation::reformulated;
                s.stretching = fmm::Stretching::off;
              }),
              HasSubstr("needs stretching"));
}

TEST(SettingRules, SayWhatDoesNotGoWithRedistribution) {
  const auto refused = [](auto change) {
    return complaint([&](Settings& s) {
      redistributed(s);
      change(s);
    });
  };
  const std::string begin = "redistribution = 5 does not go with ";
  EXPECT_EQ(refused([](Settings&) {}), "accepted");
  EXPECT_THAT(refused([](Settings& s) { s.timeStep = -1; }), HasSubstr(begin + "a negative dt: what was put together"));
  EXPECT_THAT(refused([](Settings& s) { s.formulation = fmm::Formulation::reformulated; }),
              HasSubstr(begin + "formulation = reformulated"));
  EXPECT_THAT(refused([](Settings& s) { s.relaxation = 1; }), HasSubstr(begin + "relaxation: divergence_removal"));
  EXPECT_THAT(refused([](Settings& s) { s.regularisation = fmm::Regularisation::cutoff; }),
              HasSubstr(begin + "regularisation = cutoff"));
  EXPECT_THAT(refused([](Settings& s) { s.viscosity = 1; }),
              HasSubstr(begin + "diffusion = core_spreading: allowed is diffusion = lattice"));
  EXPECT_EQ(refused([](Settings& s) { s.viscosity = 1, s.diffusion = fmm::Diffusion::lattice; }), "accepted");
  EXPECT_EQ(refused([](Settings& s) {
              s.viscosity = 1, s.diffusion = fmm::Diffusion::lattice;
              s.regularisation = fmm::Regularisation::winckelmans;
            }),
            "accepted");
  EXPECT_THAT(complaint([](Settings& s) { s.viscosity = 1, s.diffusion = fmm::Diffusion::lattice; }),
              HasSubstr("diffusion = lattice needs redistribution, which is off"));
  EXPECT_EQ(complaint([](Settings& s) { s.diffusion = fmm::Diffusion::lattice; }), "accepted") << "nothing spreads";
}

TEST(SettingRules, WhatWasChosenLastWinsOverRedistribution) {
  Settings before;
  before.viscosity = before.relaxation = 1;
  Settings edited = before;
  redistributed(edited);
  reconcile(before, edited);
  EXPECT_NO_THROW(edited.validate());
  EXPECT_EQ(edited.redistribution.steps, 5);
  EXPECT_EQ(edited.diffusion, fmm::Diffusion::lattice);
  EXPECT_EQ(edited.viscosity, 1);
  EXPECT_EQ(edited.relaxation, 0);
  const auto switchesOff = [&](auto change) {
    Settings later = edited;
    change(later);
    reconcile(edited, later);
    EXPECT_NO_THROW(later.validate());
    EXPECT_FALSE(later.redistribution.isOn());
  };
  switchesOff([](Settings& s) { s.relaxation = 2; });
  switchesOff([](Settings& s) { s.formulation = fmm::Formulation::reformulated; });
  switchesOff([](Settings& s) { s.diffusion = fmm::Diffusion::coreSpreading; });
  switchesOff([](Settings& s) { s.redistribution = {}; });
  switchesOff([](Settings& s) { s.timeStep = -1, s.viscosity = 0; });
  Settings spread = Settings();
  spread.viscosity = 1;
  Settings onLattice = spread;
  onLattice.diffusion = fmm::Diffusion::lattice;
  reconcile(spread, onLattice);
  EXPECT_NO_THROW(onLattice.validate());
  EXPECT_TRUE(onLattice.redistribution.isOn()) << "its diffusion was asked for";
}

}  // namespace
