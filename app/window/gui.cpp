#define GLFW_INCLUDE_NONE

#include "window/gui.h"

#include <GL/glew.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>

#include "files/atomic_file.h"
#include "files/data_paths.h"
#include "files/file_error.h"
#include "files/message.h"
#include "gl/gl_objects.h"
#include "panel/widgets/panel_style.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kBetweenLooks{5};
constexpr std::uint64_t kLargestFile = 65536;

std::string textOf(const std::string& path) {
  return readTextFile(path, kLargestFile);
}

}  // namespace

LayoutKeeper::LayoutKeeper(bool remember, bool startAnew, bool writes) : looked_(std::chrono::steady_clock::now()) {
  if (!remember) return;
  std::error_code none;
  path_ = layoutPath();
  if (!path_.empty() && !startAnew && fs::exists(path_, none)) {
    try {
      kept_ = textOf(path_);
      start_ = parseLayout(kept_, path_);
    } catch (const std::exception& error) {
      tellError(fmt::format("{}; window and panel start as at first", error.what()));
      kept_.clear();
      start_ = {};
    }
  }
  if (!writes) path_.clear();
}

bool LayoutKeeper::due() const {
  return !path_.empty() && std::chrono::steady_clock::now() - looked_ > kBetweenLooks;
}

void LayoutKeeper::keep(const PanelLayout& layout) {
  looked_ = std::chrono::steady_clock::now();
  if (path_.empty()) return;
  const std::string text = formatLayout(layout);
  if (text == kept_) return;
  try {
    fs::create_directories(fs::path(path_).parent_path());
    AtomicFile file(path_, Existing::replace, OtherWriter::awaited);
    file.write(text);
    file.commit();
    kept_ = text;
  } catch (const std::exception& error) {
    tellError(fmt::format("the layout is not kept: {}", error.what()));
    path_.clear();
  }
}

Gui::Context::Context(Window& window) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;  // LayoutKeeper has its own file
  ImGui_ImplGlfw_InitForOpenGL(window.handle(), true);
  ImGui_ImplOpenGL3_Init("#version 450");
}

Gui::Context::~Context() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
}

Gui::Gui(Window& window) : window_(window), context_(window) {
  adaptToScreen();
}

void Gui::adaptToScreen() {
  const float ratio = window_.pixelRatio();
  const float fontPixels = std::round(kFontPixels * size_ * window_.contentScale());
  const float scale = size_ * window_.contentScale() / ratio;
  if (fontPixels == fontPixels_ && scale == scale_) return;
  const bool drawn = fontPixels_ > 0;  // an earlier frame has made the font's texture
  fontPixels_ = fontPixels;
  scale_ = scale;
  loadPanelFont(fontPixels);
  ImGui::GetIO().FontGlobalScale = 1 / ratio;
  if (drawn) {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
  }
  applyPanelStyle(scale);
}

void Gui::beginFrame() {
  adaptToScreen();
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  showTaps();
  if (!clicks_.empty()) {  // ImGui up to 1.86 reads the pointer once a frame
    ImGui::GetIO().MousePos = clicks_.front();
    clicks_.pop_front();
  }
  ImGui::NewFrame();
}

void Gui::pointed(const PointerEvent& event) {
  if (event.kind != PointerEvent::Kind::press && event.kind != PointerEvent::Kind::release) return;
  clicks_.emplace_back(static_cast<float>(event.x), static_cast<float>(event.y));
}

void Gui::keyPressed(const KeyPress& press) {
  if (press.key >= 0) pressed_.push_back(press);
}

#if IMGUI_VERSION_NUM < 18700
void Gui::showTaps() {
  ImGuiIO& io = ImGui::GetIO();
  for (const KeyPress& press : pressed_) {
    if (io.KeysDown[press.key]) continue;
    io.KeysDown[press.key] = true;
    io.KeyCtrl |= press.control;
    io.KeyShift |= press.shift;
    taps_.push_back(press.key);
  }
  pressed_.clear();
}

void Gui::endTaps() {
  if (taps_.empty()) return;
  ImGuiIO& io = ImGui::GetIO();
  for (const int key : taps_) io.KeysDown[key] = false;
  taps_.clear();
  io.KeyCtrl = io.KeysDown[GLFW_KEY_LEFT_CONTROL] || io.KeysDown[GLFW_KEY_RIGHT_CONTROL];
  io.KeyShift = io.KeysDown[GLFW_KEY_LEFT_SHIFT] || io.KeysDown[GLFW_KEY_RIGHT_SHIFT];
}
#else  // newer versions queue events and see keys that are already released
void Gui::showTaps() {
  pressed_.clear();
}
void Gui::endTaps() {}
#endif

void Gui::endFrame() {
  ImGui::Render();
  endTaps();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void Gui::cover(unsigned texture, const WidgetRect& place, double share) {
  if (share <= 0 || texture == 0) return;
  const auto image = reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(texture));  // form that ImGui expects
  const ImU32 tint = ImGui::ColorConvertFloat4ToU32({1, 1, 1, static_cast<float>(share)});
  ImGui::GetBackgroundDrawList()->AddImage(image, place.low, place.high, {0, 1}, {1, 0}, tint);
}

namespace {

/// Another context of ImGui with the same font, style and renderer, while it lives.
class Page {
 public:
  explicit Page(ImVec2 size) : shown_(ImGui::GetCurrentContext()) {
    const ImGuiIO& from = ImGui::GetIO();
    const ImGuiStyle style = ImGui::GetStyle();
    page_ = ImGui::CreateContext(from.Fonts);
    ImGui::SetCurrentContext(page_);
    ImGui::GetStyle() = style;
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = size;
    io.DisplayFramebufferScale = from.DisplayFramebufferScale;
    io.FontGlobalScale = from.FontGlobalScale;
    io.BackendFlags = from.BackendFlags;
    io.BackendRendererUserData = from.BackendRendererUserData;
  }
  ~Page() {
    ImGui::GetIO().BackendRendererUserData = nullptr;
    ImGui::DestroyContext(page_);
    ImGui::SetCurrentContext(shown_);
  }
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;

 private:
  ImGuiContext* shown_;
  ImGuiContext* page_ = nullptr;
};

/// The texture's pixels, highest row first.
Image readTexture(const Texture& texture, int width, int height) {
  const auto row = static_cast<std::size_t>(3 * width);
  std::vector<std::uint8_t> upwards(row * static_cast<std::size_t>(height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glGetTextureImage(texture.name(), 0, GL_RGB, GL_UNSIGNED_BYTE, static_cast<GLsizei>(upwards.size()), upwards.data());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  checkGl("glGetTextureImage");
  Image image{width, height, std::vector<std::uint8_t>(upwards.size())};
  for (std::size_t line = 0; line < static_cast<std::size_t>(height); ++line)
    std::copy_n(upwards.end() - static_cast<std::ptrdiff_t>((line + 1) * row), row,
                image.rgb.begin() + static_cast<std::ptrdiff_t>(line * row));
  return image;
}

}  // namespace

Image Gui::print(ImVec2 size, const std::function<float()>& draw) {
  constexpr int kFrames = 4;  // until windows, tables and the page have found their sizes
  constexpr float kHighest = 8192;
  const Page page(size);
  ImGuiIO& io = ImGui::GetIO();
  for (int i = 0; i < kFrames; ++i) {
    ImGui::NewFrame();
    const float needed = draw();
    ImGui::Render();
    if (i + 1 < kFrames) io.DisplaySize.y = std::clamp(needed, size.y, kHighest);
  }
  const auto pixels = [&](float length) { return static_cast<int>(std::lround(length * window_.pixelRatio())); };
  const int width = std::max(1, pixels(io.DisplaySize.x)), height = std::max(1, pixels(io.DisplaySize.y));
  const Texture texture(GL_RGBA8, width, height, GL_NEAREST);
  const Framebuffer framebuffer(texture);
  const GLfloat black[] = {0, 0, 0, 1};
  glClearNamedFramebufferfv(framebuffer.name(), GL_COLOR, 0, black);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  return readTexture(texture, width, height);
}

void Gui::ignoreMouse(bool on) {
  ImGuiConfigFlags& flags = ImGui::GetIO().ConfigFlags;
  flags = on ? flags | ImGuiConfigFlags_NoMouse : flags & ~ImGuiConfigFlags_NoMouse;
}

bool Gui::wantsText() const {
  return ImGui::GetIO().WantTextInput;
}

bool Gui::held() const {
  return ImGui::IsAnyItemActive();
}

bool Gui::covers(double x, double y) const {
  const auto takes = [&](const ImGuiWindow* window) {
    const bool there = window->WasActive && !window->Hidden && (window->Flags & ImGuiWindowFlags_NoMouseInputs) == 0;
    return there && window->OuterRectClipped.Contains({static_cast<float>(x), static_cast<float>(y)});
  };
  const ImVector<ImGuiWindow*>& windows = ImGui::GetCurrentContext()->Windows;
  return std::any_of(windows.begin(), windows.end(), takes);
}

bool Gui::popupOpen() const {
  return ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

}  // namespace app
