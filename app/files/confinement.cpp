#include "files/confinement.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <fstream>
#include <initializer_list>
#include <vector>

namespace app {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif
#else
constexpr bool kSanitized = false;
#endif

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kArchitecture = 0;  // no filter is known
#endif

/// Calls that do nothing but to this process's memory and threads.
constexpr std::initializer_list<std::uint32_t> kHarmless = {
    __NR_munmap, __NR_mremap,        __NR_madvise,      __NR_brk,          __NR_futex,          __NR_exit,
    __NR_close,  __NR_exit_group,    __NR_rt_sigreturn, __NR_rt_sigaction, __NR_rt_sigprocmask, __NR_getpid,
    __NR_gettid, __NR_clock_gettime, __NR_gettimeofday, __NR_getrandom,    __NR_sched_yield,    __NR_lseek};

/// Calls that ask what the machine is like, which a library can do without.
constexpr std::initializer_list<std::uint32_t> kQuestions = {__NR_sysinfo, __NR_sched_getaffinity, __NR_prlimit64,
                                                             __NR_getcpu, __NR_uname};

/// Calls that look for files, which are answered that there is none.
constexpr std::initializer_list<std::uint32_t> kFiles = {__NR_openat, __NR_newfstatat, __NR_fstat, __NR_readlinkat,
#ifdef __NR_open
                                                         __NR_open,   __NR_stat,       __NR_lstat, __NR_readlink,
                                                         __NR_access
#endif
};

/// A program of the kernel's packet filter over the number and the arguments of a call (seccomp(2)).
class Filter {
 public:
  Filter() {
    load(offsetof(seccomp_data, arch));
    when(BPF_JEQ, kArchitecture, 1, 0);
    end(SECCOMP_RET_KILL_PROCESS);
    load(offsetof(seccomp_data, nr));
  }
  void allow(std::uint32_t call) { answer(call, SECCOMP_RET_ALLOW); }
  void answer(std::uint32_t call, std::uint32_t what) {
    when(BPF_JEQ, call, 0, 1);
    end(what);
  }
  /// Allowed where the low half of that argument compares so with the value (BPF_JEQ: is it; BPF_JSET: has its bits)
  /// as `wanted` says.
  void allowIf(std::uint32_t call, std::size_t argument, std::uint16_t compare, std::uint32_t value, bool wanted,
               std::uint32_t otherwise = SECCOMP_RET_KILL_PROCESS) {
    when(BPF_JEQ, call, 0, 4);
    load(offsetof(seccomp_data, args) + argument * sizeof(std::uint64_t));  // low half first: little-endian machines
    when(compare, value, wanted ? 0 : 1, wanted ? 1 : 0);
    end(SECCOMP_RET_ALLOW);
    end(otherwise);
  }
  /// Ends the process for all other calls; the kernel takes the filter. False where it knows none.
  bool install() {
    end(SECCOMP_RET_KILL_PROCESS);
    const sock_fprog program = {static_cast<unsigned short>(code_.size()), code_.data()};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
  }

 private:
  void load(std::size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<std::uint32_t>(offset)); }
  void when(std::uint16_t compare, std::uint32_t value, std::uint8_t then, std::uint8_t otherwise) {
    add(static_cast<std::uint16_t>(BPF_JMP | compare | BPF_K), then, otherwise, value);
  }
  void end(std::uint32_t what) { add(BPF_RET | BPF_K, 0, 0, what); }
  void add(std::uint16_t code, std::uint8_t then, std::uint8_t otherwise, std::uint32_t value) {
    code_.push_back({code, then, otherwise, value});
  }

  std::vector<sock_filter> code_;
};

bool filterCalls(int channel) {
  if (kArchitecture == 0) return false;
  Filter filter;
  for (const std::uint32_t call : kHarmless) filter.allow(call);
  for (const std::uint32_t call : kFiles) filter.answer(call, SECCOMP_RET_ERRNO | ENOENT);
  for (const std::uint32_t call : kQuestions) filter.answer(call, SECCOMP_RET_ERRNO | ENOSYS);
  // What the library has to say when it aborts finds nobody.
  const auto own = static_cast<std::uint32_t>(channel);
  filter.allowIf(__NR_read, 0, BPF_JEQ, own, true);
  filter.allowIf(__NR_write, 0, BPF_JEQ, own, true, SECCOMP_RET_ERRNO | EBADF);
  filter.answer(__NR_writev, SECCOMP_RET_ERRNO | EBADF);
  for (const std::uint32_t call : {__NR_mmap, __NR_mprotect}) filter.allowIf(call, 2, BPF_JSET, PROT_EXEC, false);
  filter.allowIf(__NR_tgkill, 0, BPF_JEQ, static_cast<std::uint32_t>(getpid()), true);  // abort()
  return filter.install();
}

/// The process may not raise it again, by more than `slack`.
void limit(decltype(RLIMIT_AS) resource, rlim_t most, rlim_t slack = 0) {
  rlimit now = {};
  if (getrlimit(resource, &now) != 0) return;
  now.rlim_cur = std::min(now.rlim_max, most);
  now.rlim_max = std::min(now.rlim_max, most + slack);
  setrlimit(resource, &now);
}

/// Address space that this process has [byte].
std::uint64_t presentMemory() {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

bool confine(const Confinement& limits, int channel, int firstClosed) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_DUMPABLE, 0);
  limit(RLIMIT_CPU, limits.processorSeconds, 1);  // SIGXCPU, and SIGKILL a second later
  limit(RLIMIT_CORE, 0);
  if (kSanitized) return false;
  limit(RLIMIT_AS, presentMemory() + limits.moreMemory);
  syscall(SYS_close_range, static_cast<unsigned>(firstClosed), ~0U, 0U);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_NOFILE, 0);
  limit(RLIMIT_NPROC, 0);
  return filterCalls(channel);
}

}  // namespace app
