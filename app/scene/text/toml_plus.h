#pragma once

// toml++ without its undefined behaviour. Version 3.3 calls characters unreachable that are not blanks, though they
// are near some in Unicode (U+00A1 to U+0499 and two more ranges), and compilers make of that what they like; it means
// false. And it asserts what the text has yet to show, or has the compiler rely on it: that a key stands behind "[", a
// value in an array, a time behind a date. The code behind those assertions refuses what is not there, with a message.
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
