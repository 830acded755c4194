#pragma once

#include <string>

namespace test {

/// The message with which `call` throws an `Error`; "accepted" where it does not throw.
template <class Error, class Call>
std::string refusal(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace test
