#pragma once

// toml++ without its undefined behaviour. Version 3.3 marks code for some non-blank characters as unreachable
// (U+00A1 to U+0499 and two more ranges, close to blanks in Unicode), where false would be correct. It also asserts, or
// lets the compiler assume, properties of unchecked text: a key after "[", a value in an array, a time after a date.
// The code after those assertions rejects such text with a message.
#include "scene/text/toml_forward.h"

#undef TOML_ASSERT_ASSUME
#define TOML_ASSERT_ASSUME(expression) static_cast<void>(0)
#undef TOML_UNREACHABLE
#define TOML_UNREACHABLE return false

#if __has_include(<toml++/impl/unicode.hpp>)
#include <toml++/impl/unicode.hpp>
#else
#include <toml++/impl/unicode.h>
#endif

#undef TOML_UNREACHABLE
#define TOML_UNREACHABLE __builtin_unreachable()

#include <toml++/toml.h>
