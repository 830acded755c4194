#pragma once

// The names of toml++, whose headers version 3.4 has given another ending.
#if __has_include(<toml++/impl/forward_declarations.hpp>)
#include <toml++/impl/forward_declarations.hpp>  // IWYU pragma: export
#else
#include <toml++/impl/forward_declarations.h>  // IWYU pragma: export
#endif
