// ringlet info: features of this build and this machine.

#include <GL/glew.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include <exception>
#include <thread>

#include "commands/commands.h"
#include "commands/report_json.h"
#include "files/data_paths.h"
#include "files/json.h"
#include "fmm/cuda.h"
#include "fmm/machine.h"
#include "fmm/settings.h"
#include "gl/headless_context.h"
#include "scene/start/scene_particles.h"
#include "scene/text/scene_file.h"
#include "state/particle_stream.h"

namespace app {
namespace {

GLint glLimit(GLenum name) {
  GLint value = 0;
  glGetIntegerv(name, &value);
  return value;
}

/// Tests with one particle if particles of the GPU reach OpenGL without a copy through host memory.
Json sharingInfo() {
  if (!fmm::cudaBackendAvailable()) return nullptr;
  const auto stream = makeParticleStream();
  const bool shared = stream->mapForDevice(1).device;
  stream->unmap();
  return {{"shared", shared}, {"note", stream->note()}};
}

Json glInfo() {
  try {
    std::optional<int> ordinal;
    if (fmm::cudaBackendAvailable()) ordinal = fmm::cudaDevice().ordinal;
    const HeadlessContext context(ordinal);
    return {{"available", true},
            {"cuda_buffers", sharingInfo()},
            {"renderer", glRendererName()},
            {"version", reinterpret_cast<const char*>(glGetString(GL_VERSION))},
            {"max_texture_size", glLimit(GL_MAX_TEXTURE_SIZE)},
            {"max_3d_texture_size", glLimit(GL_MAX_3D_TEXTURE_SIZE)},
            {"max_storage_block_bytes", glLimit(GL_MAX_SHADER_STORAGE_BLOCK_SIZE)},
            {"max_work_group_invocations", glLimit(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS)}};
  } catch (const std::exception& error) {
    return {{"available", false}, {"reason", error.what()}};
  }
}

Json backendInfo() {
  Json list = Json::array();
  for (const fmm::BackendInfo& info : fmm::availableBackends())
    list.push_back(
        {{"name", fmm::toString(info.backend)}, {"available", info.available}, {"description", info.description}});
  return list;
}

Json collect() {
  const Counts counts = defaultCounts(fmm::Settings());
  Json json = {{"version", RINGLET_VERSION}, {"commit", builtCommit()}, {"compiler", __VERSION__}};
  json["backends"] = backendInfo();
  json["simd"] = fmm::simdInstructions();
  json["simd_cap"] = fmm::simdCap().empty() ? Json(nullptr) : Json(fmm::simdCap());
  json["gpu"] = gpuJson();
  json["gl"] = glInfo();
  json["cores"] = std::thread::hardware_concurrency();
  json["default_elements"] = counts.elements;
  json["default_tracers"] = counts.tracers;
  json["data_directory"] = dataDirectory().string();
  json["scenes"] = sceneNames();
  return json;
}

std::string scenesLine(const Json& scenes) {
  std::string line;
  for (const auto& name : scenes) line += (line.empty() ? "" : ", ") + name.get<std::string>();
  return line;
}

std::string text(const Json& value) {
  return value.get<std::string>();
}

void printGl(const Json& gl) {
  if (!gl["available"].get<bool>()) return fmt::print("OpenGL         not available: {}\n", text(gl["reason"]));
  fmt::print("OpenGL         {}, {}\nlimits         textures {}, volumes {}, storage blocks {} MiB\n",
             text(gl["version"]), text(gl["renderer"]), gl["max_texture_size"].get<int>(),
             gl["max_3d_texture_size"].get<int>(), gl["max_storage_block_bytes"].get<long>() >> 20);
  const Json& sharing = gl["cuda_buffers"];
  if (sharing.is_null()) return;
  const bool shared = sharing["shared"].get<bool>();
  fmt::print("particles      {}\n", shared ? "the GPU writes OpenGL's buffers itself" : text(sharing["note"]));
}

void printForPeople(const Json& json) {
  const std::string commit = text(json["commit"]);
  fmt::print("ringlet        {}{} (g++ {})\n", text(json["version"]), commit.empty() ? "" : ", commit " + commit,
             text(json["compiler"]));
  for (const Json& backend : json["backends"])
    fmt::print("backend {:<6} {}{}\n", text(backend["name"]),
               backend["available"].get<bool>() ? "" : "not available: ", text(backend["description"]));
  const Json &gpu = json["gpu"], &cap = json["simd_cap"];
  fmt::print("instructions   {}{}\n", text(json["simd"]), cap.is_null() ? "" : ", at most RINGLET_SIMD=" + text(cap));
  if (!gpu.is_null())
    fmt::print("GPU memory     {} of {} MiB free\n", gpu["memory_free"].get<std::size_t>() >> 20,
               gpu["memory_total"].get<std::size_t>() >> 20);
  printGl(json["gl"]);
  fmt::print("cores          {}\n", json["cores"].get<unsigned>());
  fmt::print("default scene  {} elements, {} tracers\n", json["default_elements"].get<std::size_t>(),
             json["default_tracers"].get<std::size_t>());
  fmt::print("data           {}\n", text(json["data_directory"]));
  fmt::print("scenes         {}\n", scenesLine(json["scenes"]));
}

}  // namespace

int infoCommand(const InfoOptions& options) {
  const Json json = collect();
  if (options.json)
    fmt::print("{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
  else
    printForPeople(json);
  return 0;
}

}  // namespace app
