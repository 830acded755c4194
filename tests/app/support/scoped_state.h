#pragma once

// Changes of the process's state that are undone at the end of the scope.

#include <sys/resource.h>

#include <csignal>
#include <cstdlib>
#include <string>

namespace test {

/// A variable of the environment for the duration of a scope.
class ScopedVariable {
 public:
  ScopedVariable(const char* name, const char* value) : name_(name), former_(getenv(name)) { setenv(name, value, 1); }
  ~ScopedVariable() { setenv(name_, former_.c_str(), 1); }

 private:
  const char* name_;
  const std::string former_;
};

/// A limit on file sizes for the duration of a scope; writing beyond it is an error (EFBIG), not a signal.
class ScopedFileLimit {
 public:
  explicit ScopedFileLimit(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &former_);
    const rlimit limit{bytes, former_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
  }
  ~ScopedFileLimit() {
    setrlimit(RLIMIT_FSIZE, &former_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit former_{};
  void (*handler_)(int) = nullptr;
};

}  // namespace test
