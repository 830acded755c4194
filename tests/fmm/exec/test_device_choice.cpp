// Choice of one of several GPUs, also on a machine without any.

#include "exec/device_choice.h"

#include "fmm/cuda.h"
#include "fmm/error.h"
#include "support/test.h"

namespace {

const std::vector<std::string> kGpus = {"NVIDIA GeForce RTX 4090", "NVIDIA H200", "NVIDIA H200"};

TEST(DeviceChoice, GoesByNumberOrByAPartOfTheName) {
  EXPECT_EQ(fmm::chosenGpu(kGpus, "0"), 0u);
  EXPECT_EQ(fmm::chosenGpu(kGpus, "2"), 2u);
  EXPECT_EQ(fmm::chosenGpu(kGpus, "H200"), 1u);
  EXPECT_EQ(fmm::chosenGpu(kGpus, "rtx 4090"), 0u);
}

TEST(DeviceChoice, WhatIsNotThereIsAnsweredByWhatThereIs) {
  for (const char* wanted : {"3", "A100", "", "-1", "99999999999999999999999"}) {
    EXPECT_THAT(test::refusal<fmm::InvalidInput>([&] { fmm::chosenGpu(kGpus, wanted); }),
                testing::HasSubstr("0 (NVIDIA GeForce RTX 4090), 1 (NVIDIA H200), 2 (NVIDIA H200)"))
        << wanted;
  }
}

TEST(DeviceChoice, CountsAmongThoseThatTheEnvironmentShows) {
  EXPECT_EQ(fmm::visibleAlone("", 1), "1");
  EXPECT_EQ(fmm::visibleAlone("3,GPU-8f2a,0", 1), "GPU-8f2a");
  EXPECT_EQ(fmm::visibleAlone("3", 0), "3");
}

TEST(DeviceChoice, WithoutAnyGpuItSaysWhy) {
  if (!fmm::gpuNames().empty()) GTEST_SKIP() << "this machine has a GPU";
  EXPECT_THAT(test::refusal<fmm::EnvironmentError>([] { fmm::chooseCudaDevice("0"); }),
              testing::HasSubstr(fmm::cudaDevice().reason));
}

}  // namespace
