#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <GL/glew.h>

namespace app {

/// An OpenGL call, shader or context failed. The message is one line with the call or file and the driver's reason.
class GlError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws GlError "CALL: GL_INVALID_VALUE" if the current context has a pending error, and clears the error.
void checkGl(const char* call);

/// Loads the entry points of the current context (EGL or GLX) and checks for OpenGL 4.5. In debug builds the driver's
/// error messages then go to stderr. Throws GlError.
void initialiseGl();

/// True if shaders can add to two 32-bit sums with one 64-bit addition (pair_sums.glsl).
bool addsPairsAtOnce();

/// Sole owner of one GL name; `Traits` defines its deletion. A default-constructed handle is empty.
template <class Traits>
class GlHandle {
 public:
  GlHandle() = default;
  explicit GlHandle(GLuint name) : name_(name) {}
  ~GlHandle() { reset(); }
  GlHandle(GlHandle&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  GlHandle& operator=(GlHandle&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }

  GLuint name() const { return name_; }
  explicit operator bool() const { return name_ != 0; }
  void reset() {
    if (name_ != 0) Traits::destroy(std::exchange(name_, 0));
  }

 private:
  GLuint name_ = 0;
};

struct BufferTraits {
  static void destroy(GLuint name) { glDeleteBuffers(1, &name); }
};
struct TextureTraits {
  static void destroy(GLuint name) { glDeleteTextures(1, &name); }
};
struct RenderbufferTraits {
  static void destroy(GLuint name) { glDeleteRenderbuffers(1, &name); }
};
struct FramebufferTraits {
  static void destroy(GLuint name) { glDeleteFramebuffers(1, &name); }
};
struct VertexArrayTraits {
  static void destroy(GLuint name) { glDeleteVertexArrays(1, &name); }
};
struct ShaderTraits {
  static void destroy(GLuint name) { glDeleteShader(name); }
};
struct ProgramTraits {
  static void destroy(GLuint name) { glDeleteProgram(name); }
};

/// Buffer storage of fixed size; throws GlError if there is no memory.
class Buffer {
 public:
  Buffer() = default;
  /// `flags` as for glNamedBufferStorage; `data` may be null.
  explicit Buffer(std::size_t bytes, const void* data = nullptr, GLbitfield flags = GL_DYNAMIC_STORAGE_BIT);

  GLuint name() const { return handle_.name(); }
  std::size_t bytes() const { return bytes_; }
  /// Binds the whole buffer to a binding point of GL_SHADER_STORAGE_BUFFER.
  void bindStorage(GLuint binding) const { glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, name()); }
  /// Binds the whole buffer to a binding point of GL_UNIFORM_BUFFER.
  void bindUniform(GLuint binding) const { glBindBufferBase(GL_UNIFORM_BUFFER, binding, name()); }
  void write(const void* data, std::size_t bytes);
  void read(void* data, std::size_t bytes) const;
  /// Fills the buffer with zeros.
  void clear();

 private:
  GlHandle<BufferTraits> handle_;
  std::size_t bytes_ = 0;
};

/// A part of a buffer, or all of it.
struct BufferPart {
  const Buffer* buffer;
  std::size_t first = 0, bytes = 0;

  BufferPart(const Buffer& all) : buffer(&all), bytes(all.bytes()) {}
  BufferPart(const Buffer& of, std::size_t from, std::size_t size) : buffer(&of), first(from), bytes(size) {}
};

/// A 2-D texture of one level.
class Texture {
 public:
  Texture() = default;
  Texture(GLenum internalFormat, int width, int height, GLenum filter);

  GLuint name() const { return handle_.name(); }
  GLenum format() const { return format_; }
  void bind(GLuint unit) const { glBindTextureUnit(unit, name()); }
  /// Binds the texture as an image that shaders write, or read and write.
  void bindImage(GLuint unit, GLenum access = GL_WRITE_ONLY) const {
    glBindImageTexture(unit, name(), 0, GL_FALSE, 0, access, format_);
  }

 private:
  GlHandle<TextureTraits> handle_;
  GLenum format_ = 0;
};

/// A 2-D texture of several levels, each half as wide and high as the level before. Sampling is linear within the
/// nearest level.
class MipTexture {
 public:
  MipTexture() = default;
  /// Throws GlError if there is no memory.
  MipTexture(GLenum internalFormat, int width, int height, int levels);

  GLuint name() const { return handle_.name(); }
  int levels() const { return levels_; }
  int width(int level) const { return width_ >> level > 1 ? width_ >> level : 1; }
  int height(int level) const { return height_ >> level > 1 ? height_ >> level : 1; }
  void bind(GLuint unit) const { glBindTextureUnit(unit, name()); }
  /// Binds a level as an image that shaders write.
  void bindImage(GLuint unit, int level) const {
    glBindImageTexture(unit, name(), level, GL_FALSE, 0, GL_WRITE_ONLY, format_);
  }

 private:
  GlHandle<TextureTraits> handle_;
  GLenum format_ = 0;
  int width_ = 0, height_ = 0, levels_ = 0;
};

/// A cube of texels of one level, sampled linearly.
class VolumeTexture {
 public:
  VolumeTexture() = default;
  /// `side` in texels. Throws GlError if there is no memory.
  VolumeTexture(GLenum internalFormat, int side);

  GLuint name() const { return handle_.name(); }
  int side() const { return side_; }
  void bind(GLuint unit) const { glBindTextureUnit(unit, name()); }
  /// Fills the texture with zeros.
  void clear();
  /// Binds the texture as an image that shaders write.
  void bindImage(GLuint unit) const { glBindImageTexture(unit, name(), 0, GL_TRUE, 0, GL_WRITE_ONLY, format_); }

 private:
  GlHandle<TextureTraits> handle_;
  GLenum format_ = 0;
  int side_ = 0;
};

/// A framebuffer with one colour texture.
class Framebuffer {
 public:
  Framebuffer() = default;
  /// Throws GlError if the driver cannot render to the texture. The texture must outlive the framebuffer.
  explicit Framebuffer(const Texture& colour) : Framebuffer(colour.name()) {}
  /// Renders to the first level.
  explicit Framebuffer(const MipTexture& colour) : Framebuffer(colour.name()) {}

  GLuint name() const { return handle_.name(); }

 private:
  explicit Framebuffer(GLuint texture);

  GlHandle<FramebufferTraits> handle_;
};

/// An empty vertex array; core profiles need one bound for every draw.
class VertexArray {
 public:
  /// A VertexArray without a GL object, until one made by create() is moved in.
  VertexArray() = default;
  static VertexArray create();

  GLuint name() const { return handle_.name(); }

 private:
  GlHandle<VertexArrayTraits> handle_;
};

/// A linked program from files of dataDirectory()/shaders. Each define ("KERNEL_RADIUS 2") becomes a #define line right
/// after #version; a line `#include "other.glsl"` is replaced by that file, which must not include others. Throws
/// GlError with the file name and the driver's log, FileError for an unreadable file.
class Program {
 public:
  using Defines = std::vector<std::string>;

  Program() = default;
  static Program compute(const std::string& file, const Defines& defines = {});
  static Program graphics(const std::string& vertexFile, const std::string& fragmentFile, const Defines& defines = {});

  void use() const { glUseProgram(handle_.name()); }
  GLuint name() const { return handle_.name(); }
  explicit operator bool() const { return static_cast<bool>(handle_); }

 private:
  GlHandle<ProgramTraits> handle_;
};

/// A compute shader with variants, each compiled at first use.
class ProgramVariants {
 public:
  explicit ProgramVariants(std::string file) : file_(std::move(file)) {}

  /// The variant with these defines. Throws as Program does.
  const Program& with(const Program::Defines& defines) {
    Program& program = programs_[defines];
    if (!program) program = Program::compute(file_, defines);
    return program;
  }

 private:
  std::string file_;
  std::map<Program::Defines, Program> programs_;
};

/// Fills buffers with zeros at the speed of their memory: by a compute shader on GPUs, where glClearNamedBufferData may
/// be slow (40 GB/s on an H200 with 4 TB/s of memory bandwidth), and by that call on software drivers, where it is a
/// memset.
class ZeroFill {
 public:
  /// Throws GlError, FileError (shader).
  ZeroFill();

  /// Fills `bytes` bytes from `from` on, both multiples of 4, or the whole buffer. Shaders started afterwards see the
  /// zeros. Binds storage buffer 0.
  void fill(const Buffer& buffer);
  void fill(const Buffer& buffer, std::size_t from, std::size_t bytes);

 private:
  std::optional<Program> program_;
};

}  // namespace app
