// Linked into programs with sanitizers only. tests/leaks.supp ignores leaks of the GL driver by the name of the module,
// but the driver unloads its modules before the leak sanitizer runs. So modules are never unloaded.

extern "C" int dlclose(void* /*handle*/) noexcept {
  return 0;
}
