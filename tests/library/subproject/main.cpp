#include <fmm/settings.h>
#include <fmm/version.h>

#include <cstdio>

#if RINGLET_FMM_VERSION < 100
#error "the version of the library is missing"
#endif

int main() {
  for (const fmm::BackendInfo& info : fmm::availableBackends()) std::puts(info.description.c_str());
}
