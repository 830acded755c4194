#include "gl/gl_objects.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstdio>
#include <sstream>

#include "files/data_paths.h"
#include "gl/headless_context.h"

namespace app {
namespace {

std::string errorName(GLenum error) {
  switch (error) {
    case GL_INVALID_ENUM:
      return "GL_INVALID_ENUM";
    case GL_INVALID_VALUE:
      return "GL_INVALID_VALUE";
    case GL_INVALID_OPERATION:
      return "GL_INVALID_OPERATION";
    case GL_INVALID_FRAMEBUFFER_OPERATION:
      return "GL_INVALID_FRAMEBUFFER_OPERATION";
    case GL_OUT_OF_MEMORY:
      return "GL_OUT_OF_MEMORY";
    case GL_STACK_OVERFLOW:
      return "GL_STACK_OVERFLOW";
    case GL_STACK_UNDERFLOW:
      return "GL_STACK_UNDERFLOW";
    default:
      return "GL error " + std::to_string(error);
  }
}

#ifndef NDEBUG
void GLAPIENTRY onDebugMessage(GLenum, GLenum type, GLuint, GLenum severity, GLsizei, const GLchar* message,
                               const void*) {
  if (type == GL_DEBUG_TYPE_ERROR || severity == GL_DEBUG_SEVERITY_HIGH) std::fprintf(stderr, "OpenGL: %s\n", message);
}
#endif

/// A driver's log as one line.
std::string oneLine(std::string log) {
  while (!log.empty() && (log.back() == '\n' || log.back() == '\0' || log.back() == ' ')) log.pop_back();
  std::string line;
  for (const char c : log) {
    if (c == '\n')
      line += "; ";
    else
      line += c;
  }
  return line;
}

/// The source with its includes (whole lines `#include "file"`) in place. Lines keep their numbers in the driver's
/// messages; lines of the k-th included file count from 1000 k + 1, as not every driver tells strings apart. `files`
/// receives the names.
std::string withIncludes(const std::string& source, std::string& files) {
  const std::string mark = "#include \"";
  std::istringstream lines(source);
  std::string result, line;
  int number = 0, included = 0;
  while (std::getline(lines, line)) {
    ++number;
    if (line.rfind(mark, 0) != 0) {
      result += line + "\n";
      continue;
    }
    const std::string file = line.substr(mark.size(), line.find('"', mark.size()) - mark.size());
    const std::string text = readTextFile(dataDirectory() / "shaders" / file);
    const std::string first = std::to_string(1000 * ++included + 1);
    files += (files.empty() ? "" : ", ") + file + " from line " + first;
    result += "#line " + first + "\n" + text + "\n#line " + std::to_string(number + 1) + "\n";
  }
  return result;
}

/// The source with the defines after its first line, which must be #version; later lines keep their numbers.
std::string withDefines(const std::string& file, const std::string& source, const Program::Defines& defines) {
  const std::size_t end = source.find('\n');
  if (source.rfind("#version", 0) != 0 || end == std::string::npos) {
    throw GlError("shaders/" + file + ": the first line is not #version");
  }
  std::string result = source.substr(0, end + 1);
  for (const std::string& define : defines) result += "#define " + define + "\n";
  return result + "#line 2\n" + source.substr(end + 1);
}

GlHandle<ShaderTraits> compileShader(GLenum stage, const std::string& file, const Program::Defines& defines) {
  std::string included;
  const std::string whole = withIncludes(readTextFile(dataDirectory() / "shaders" / file), included);
  const std::string text = withDefines(file, whole, defines);
  GlHandle<ShaderTraits> shader(glCreateShader(stage));
  checkGl("glCreateShader");
  const char* source = text.c_str();
  glShaderSource(shader.name(), 1, &source, nullptr);
  glCompileShader(shader.name());
  GLint good = GL_FALSE, length = 0;
  glGetShaderiv(shader.name(), GL_COMPILE_STATUS, &good);
  if (good == GL_TRUE) return shader;
  glGetShaderiv(shader.name(), GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(std::max(length, 1)), '\0');
  glGetShaderInfoLog(shader.name(), static_cast<GLsizei>(log.size()), nullptr, log.data());
  const std::string parts = included.empty() ? "" : " (" + included + ")";
  throw GlError("shaders/" + file + parts + ": does not compile: " + oneLine(log));
}

GlHandle<ProgramTraits> link(const std::string& files, const std::vector<GLuint>& shaders) {
  GlHandle<ProgramTraits> program(glCreateProgram());
  checkGl("glCreateProgram");
  for (const GLuint shader : shaders) glAttachShader(program.name(), shader);
  glLinkProgram(program.name());
  for (const GLuint shader : shaders) glDetachShader(program.name(), shader);
  GLint good = GL_FALSE, length = 0;
  glGetProgramiv(program.name(), GL_LINK_STATUS, &good);
  if (good == GL_TRUE) return program;
  glGetProgramiv(program.name(), GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(std::max(length, 1)), '\0');
  glGetProgramInfoLog(program.name(), static_cast<GLsizei>(log.size()), nullptr, log.data());
  throw GlError("shaders/" + files + ": does not link: " + oneLine(log));
}

}  // namespace

void checkGl(const char* call) {
  const GLenum error = glGetError();
  if (error == GL_NO_ERROR) return;
  // A driver may keep several flags; a lost context reports for ever, hence the bound.
  for (int i = 0; i < 16 && glGetError() != GL_NO_ERROR; ++i) {
  }
  throw GlError(std::string(call) + ": " + errorName(error));
}

void initialiseGl() {
  GLenum result = glewInit();
  // Debian's GLEW is built for GLX: with an EGL context it loads every entry point, then misses a GLX display.
  if (result == GLEW_ERROR_NO_GLX_DISPLAY && glCreateShader != nullptr) result = GLEW_OK;
  if (result != GLEW_OK) {
    throw GlError(std::string("glewInit: ") + reinterpret_cast<const char*>(glewGetErrorString(result)));
  }
  while (glGetError() != GL_NO_ERROR) {  // glewInit may leave an error
  }
  GLint major = 0, minor = 0;
  glGetIntegerv(GL_MAJOR_VERSION, &major);
  glGetIntegerv(GL_MINOR_VERSION, &minor);
  if (major * 10 + minor < 45) {
    throw GlError("OpenGL 4.5 is needed, the driver offers " + std::to_string(major) + "." + std::to_string(minor));
  }
#ifndef NDEBUG
  glEnable(GL_DEBUG_OUTPUT);
  glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
  glDebugMessageCallback(onDebugMessage, nullptr);
#endif
}

bool addsPairsAtOnce() {
  return GLEW_NV_shader_atomic_int64;
}

Buffer::Buffer(std::size_t bytes, const void* data, GLbitfield flags) : bytes_(bytes) {
  GLuint name = 0;
  glCreateBuffers(1, &name);
  handle_ = GlHandle<BufferTraits>(name);
  glNamedBufferStorage(name, static_cast<GLsizeiptr>(bytes), data, flags);
  checkGl("glNamedBufferStorage");
}

void Buffer::write(const void* data, std::size_t bytes) {
  glNamedBufferSubData(name(), 0, static_cast<GLsizeiptr>(bytes), data);
  checkGl("glNamedBufferSubData");
}

void Buffer::read(void* data, std::size_t bytes) const {
  // By way of the host's memory: NVIDIA's driver would move a buffer that is read directly there for good.
  const Buffer staging(bytes, nullptr, GL_CLIENT_STORAGE_BIT | GL_MAP_READ_BIT);
  const auto size = static_cast<GLsizeiptr>(bytes);
  glCopyNamedBufferSubData(name(), staging.name(), 0, 0, size);
  glGetNamedBufferSubData(staging.name(), 0, size, data);
  checkGl("glGetNamedBufferSubData");
}

void Buffer::clear() {
  glClearNamedBufferData(name(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
}

Texture::Texture(GLenum internalFormat, int width, int height, GLenum filter) : format_(internalFormat) {
  GLuint name = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &name);
  handle_ = GlHandle<TextureTraits>(name);
  glTextureStorage2D(name, 1, internalFormat, width, height);
  checkGl("glTextureStorage2D");
  glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, static_cast<GLint>(filter));
  glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, static_cast<GLint>(filter));
  glTextureParameteri(name, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTextureParameteri(name, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

MipTexture::MipTexture(GLenum internalFormat, int width, int height, int levels)
    : format_(internalFormat), width_(width), height_(height), levels_(levels) {
  GLuint name = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &name);
  handle_ = GlHandle<TextureTraits>(name);
  glTextureStorage2D(name, levels, internalFormat, width, height);
  checkGl("glTextureStorage2D");
  glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
  glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTextureParameteri(name, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTextureParameteri(name, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

VolumeTexture::VolumeTexture(GLenum internalFormat, int side) : format_(internalFormat), side_(side) {
  GLuint name = 0;
  glCreateTextures(GL_TEXTURE_3D, 1, &name);
  handle_ = GlHandle<TextureTraits>(name);
  glTextureStorage3D(name, 1, internalFormat, side, side, side);
  checkGl("glTextureStorage3D");
  for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
    glTextureParameteri(name, filter, GL_LINEAR);
  for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R})
    glTextureParameteri(name, wrap, GL_CLAMP_TO_EDGE);
}

void VolumeTexture::clear() {
  glClearTexImage(name(), 0, GL_RED, GL_FLOAT, nullptr);
  checkGl("glClearTexImage");
}

Framebuffer::Framebuffer(GLuint texture) {
  GLuint name = 0;
  glCreateFramebuffers(1, &name);
  handle_ = GlHandle<FramebufferTraits>(name);
  glNamedFramebufferTexture(name, GL_COLOR_ATTACHMENT0, texture, 0);
  const GLenum status = glCheckNamedFramebufferStatus(name, GL_DRAW_FRAMEBUFFER);
  if (status != GL_FRAMEBUFFER_COMPLETE) {
    throw GlError("glCheckNamedFramebufferStatus: incomplete, status " + std::to_string(status));
  }
}

VertexArray VertexArray::create() {
  GLuint name = 0;
  glCreateVertexArrays(1, &name);
  checkGl("glCreateVertexArrays");
  VertexArray array;
  array.handle_ = GlHandle<VertexArrayTraits>(name);
  return array;
}

Program Program::compute(const std::string& file, const Defines& defines) {
  const auto shader = compileShader(GL_COMPUTE_SHADER, file, defines);
  Program program;
  program.handle_ = link(file, {shader.name()});
  return program;
}

Program Program::graphics(const std::string& vertexFile, const std::string& fragmentFile, const Defines& defines) {
  const auto vertex = compileShader(GL_VERTEX_SHADER, vertexFile, defines);
  const auto fragment = compileShader(GL_FRAGMENT_SHADER, fragmentFile, defines);
  Program program;
  program.handle_ = link(vertexFile + " + " + fragmentFile, {vertex.name(), fragment.name()});
  return program;
}

namespace {

constexpr std::size_t kGroup = 256;        // as in zero_fill.comp
constexpr std::size_t kMostGroups = 8192;  // more are no faster
constexpr std::size_t kWord = sizeof(std::uint32_t);

}  // namespace

ZeroFill::ZeroFill() {
  if (!drawsOnCpu()) program_ = Program::compute("zero_fill.comp");
}

void ZeroFill::fill(const Buffer& buffer) {
  fill(buffer, 0, buffer.bytes());
}

void ZeroFill::fill(const Buffer& buffer, std::size_t from, std::size_t bytes) {
  assert(from % kWord == 0 && bytes % kWord == 0 && from + bytes <= buffer.bytes());
  if (bytes == 0) return;
  if (!program_) {
    glClearNamedBufferSubData(buffer.name(), GL_R32UI, static_cast<GLintptr>(from), static_cast<GLsizeiptr>(bytes),
                              GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
    return;
  }
  const std::size_t words = bytes / kWord;
  program_->use();
  glUniform1ui(0, static_cast<GLuint>(from / kWord));
  glUniform1ui(1, static_cast<GLuint>(words));
  buffer.bindStorage(0);
  glDispatchCompute(static_cast<GLuint>(std::min((words + kGroup - 1) / kGroup, kMostGroups)), 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

}  // namespace app
