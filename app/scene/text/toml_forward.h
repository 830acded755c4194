#pragma once

// Forward declarations of toml++, whose headers end in .hpp from version 3.4 on.
#if __has_include(<toml++/impl/forward_declarations.hpp>)
#include <toml++/impl/forward_declarations.hpp>  // IWYU pragma: export
#else
#include <toml++/impl/forward_declarations.h>  // IWYU pragma: export
#endif
