// Linked into sanitized programs only. The leak sanitizer names the module that a leak came from, and tests/leaks.supp
// forgives those of the GL driver; but the driver's modules are unloaded before it looks. So nothing is unloaded.

extern "C" int dlclose(void* /*handle*/) noexcept {
  return 0;
}
