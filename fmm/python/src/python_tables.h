#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <utility>
#include <vector>

#include "fmm/error.h"
#include "fmm/types.h"

namespace ringlet {

namespace py = pybind11;

// Lists of dictionaries with the keys of a table in scene files, as [[body]].

[[noreturn]] inline void refuse(const char* key, py::handle value, const std::string& allowed) {
  throw fmm::InvalidInput(std::string(key) + " is " + py::repr(value).cast<std::string>() + "; allowed: " + allowed);
}

inline std::string word(py::handle value) {
  return py::isinstance<py::str>(value) ? value.cast<std::string>() : std::string();
}

inline std::vector<double> numbers(const py::handle& value) {
  std::vector<double> all;
  for (const py::handle item : value) all.push_back(item.cast<double>());
  return all;
}

/// Two or three numbers; throws py::value_error for others.
inline fmm::Vec3 place(const py::handle& value) {
  std::vector<double> xyz = numbers(value);
  if (xyz.size() != 2 && xyz.size() != 3) throw py::value_error("neither two nor three");
  xyz.resize(3);
  return {xyz[0], xyz[1], xyz[2]};
}

inline std::string tablesText(const std::string& table) {
  return "a list of dictionaries with the keys of [[" + table + "]] in scene files";
}

/// One `Thing` for each dictionary. `set` takes a thing, a key and a value; it returns false for a key that it does not
/// know, and may throw anything for a value. Throws InvalidInput.
template <class Thing, class Set>
std::vector<Thing> fromTables(const char* key, py::handle value, const std::string& table, const Set& set) {
  std::vector<Thing> all;
  if (!py::isinstance<py::list>(value) && !py::isinstance<py::tuple>(value)) refuse(key, value, tablesText(table));
  for (const py::handle item : value) {
    if (!py::isinstance<py::dict>(item)) refuse(key, value, tablesText(table));
    Thing thing;
    for (const auto& [name, given] : item.cast<py::dict>()) {
      bool known = false;
      try {
        known = set(thing, word(name), given);
      } catch (const fmm::InvalidInput&) {
        throw;
      } catch (const std::exception&) {
        refuse(word(name).c_str(), given, "what [[" + table + "]] in scene files has");
      }
      if (!known) refuse(key, name, tablesText(table));
    }
    all.push_back(std::move(thing));
  }
  return all;
}

}  // namespace ringlet
