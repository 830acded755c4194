#include "gl/gl_objects.h"

#include "files/file_error.h"
#include "gl/headless_context.h"
#include "support/test.h"

namespace {

namespace fs = std::filesystem;

/// A GL context, and a data folder whose shaders the test writes.
class GlObjects : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              (std::string("ringlet_gl_") + testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_ / "shaders");
    setenv("RINGLET_DATA", folder_.c_str(), 1);
  }
  void TearDown() override {
    unsetenv("RINGLET_DATA");
    fs::remove_all(folder_);
  }
  void write(const std::string& file, const std::string& source) {
    std::ofstream(folder_ / "shaders" / file) << source;
  }
  std::string messageOf(const std::string& file, const app::Program::Defines& defines = {}) {
    return test::refusal<app::GlError>([&] { app::Program::compute(file, defines); });
  }

  app::HeadlessContext context_;
  fs::path folder_;
};

const char* const kDoubling =
    "#version 450\n"
    "layout(local_size_x = 4) in;\n"
    "layout(std430, binding = 0) buffer Data { uint data[]; };\n"
    "void main() { data[gl_GlobalInvocationID.x] *= FACTOR; }\n";

TEST_F(GlObjects, DefinesReachTheShader) {
  write("factor.comp", kDoubling);
  const app::Program program = app::Program::compute("factor.comp", {"FACTOR 3u"});
  const std::vector<std::uint32_t> numbers = {1, 2, 3, 4};
  const app::Buffer buffer(16, numbers.data());
  program.use();
  buffer.bindStorage(0);
  glDispatchCompute(1, 1, 1);
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  std::vector<std::uint32_t> result(4);
  buffer.read(result.data(), 16);
  EXPECT_THAT(result, testing::ElementsAre(3, 6, 9, 12));
}

TEST_F(GlObjects, CompileErrorsNameFileAndLineOnOneLine) {
  write("bad.comp", "#version 450\nlayout(local_size_x = 1) in;\nvoid main() { int x = nonsense; }\n");
  const std::string message = messageOf("bad.comp", {"SOMETHING 1", "ELSE 2"});
  EXPECT_THAT(message, testing::StartsWith("shaders/bad.comp: does not compile: "));
  EXPECT_THAT(message, testing::HasSubstr("nonsense"));
  EXPECT_THAT(message, testing::HasSubstr("3"));  // the line in the file, not counting defines
  EXPECT_THAT(message, testing::Not(testing::HasSubstr("\n")));
}

TEST_F(GlObjects, LinkErrorsNameBothFiles) {
  write("a.vert", "#version 450\nout float given;\nvoid main() { given = 1.0; gl_Position = vec4(0.0); }\n");
  write("a.frag", "#version 450\nin vec4 given;\nout vec4 result;\nvoid main() { result = given; }\n");
  EXPECT_THAT(test::refusal<app::GlError>([] { app::Program::graphics("a.vert", "a.frag"); }),
              testing::StartsWith("shaders/a.vert + a.frag: does not link: "));
}

TEST_F(GlObjects, SharedFunctionsAreIncluded) {
  write("shared.glsl", "uint scaled(uint x) {\n  return FACTOR * x;\n}");
  write("sharing.comp",
        "#version 450\n#include \"shared.glsl\"\nlayout(local_size_x = 4) in;\n"
        "layout(std430, binding = 0) buffer Data { uint data[]; };\n"
        "void main() { data[gl_GlobalInvocationID.x] = scaled(data[gl_GlobalInvocationID.x]); }\n");
  const std::vector<std::uint32_t> numbers = {1, 2, 3, 4};
  const app::Buffer buffer(16, numbers.data());
  app::Program::compute("sharing.comp", {"FACTOR 5u"}).use();
  buffer.bindStorage(0);
  glDispatchCompute(1, 1, 1);
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  std::vector<std::uint32_t> result(4);
  buffer.read(result.data(), 16);
  EXPECT_EQ(result, (std::vector<std::uint32_t>{5, 10, 15, 20}));
}

TEST_F(GlObjects, ErrorsOfIncludedFilesKeepTheirLines) {
  write("good.glsl", "int one() { return 1; }\n");
  write("bad.glsl", "int fine;\nint wrong = nonsense;\n");
  const std::string rest = "layout(local_size_x = 1) in;\nvoid main() {}\n";
  write("a.comp", "#version 450\n#include \"good.glsl\"\n#include \"bad.glsl\"\n" + rest);
  const std::string message = messageOf("a.comp");
  EXPECT_THAT(message, testing::HasSubstr("shaders/a.comp (good.glsl from line 1001, bad.glsl from line 2001): "));
  EXPECT_THAT(message, testing::HasSubstr("2002"));
  write("b.comp", "#version 450\n#include \"good.glsl\"\nint wrong = nonsense;\n" + rest);
  EXPECT_THAT(messageOf("b.comp"),
              testing::AnyOf(testing::HasSubstr("0:3"), testing::HasSubstr("0(3)")));  // Mesa, NVIDIA
  write("c.comp", "#version 450\n#include \"missing.glsl\"\n" + rest);
  EXPECT_THROW(app::Program::compute("c.comp"), app::FileError);
}

TEST_F(GlObjects, SourcesNeedAVersionAndAFile) {
  write("none.comp", "void main() {}\n");
  EXPECT_EQ(messageOf("none.comp"), "shaders/none.comp: the first line is not #version");
  EXPECT_THROW(app::Program::compute("missing.comp"), app::FileError);
}

TEST_F(GlObjects, CheckNamesCallAndErrorAndClearsIt) {
  glEnable(0xFFFF);
  EXPECT_EQ(test::refusal<app::GlError>([] { app::checkGl("glEnable(0xFFFF)"); }), "glEnable(0xFFFF): GL_INVALID_ENUM");
  EXPECT_NO_THROW(app::checkGl("nothing"));
}

TEST_F(GlObjects, MovedHandlesDeleteOnce) {
  app::Buffer a(64);
  const GLuint name = a.name();
  app::Buffer b = std::move(a);
  EXPECT_EQ(b.name(), name);
  b = app::Buffer(32);
  EXPECT_EQ(b.bytes(), 32U);
  EXPECT_NE(b.name(), 0U);
  app::checkGl("moves");
}

TEST_F(GlObjects, ContextsCanFollowEachOther) {
  { const app::HeadlessContext second; }
  const app::HeadlessContext third;
  EXPECT_FALSE(app::glRendererName().empty());
  EXPECT_NE(app::Buffer(16).name(), 0U);
}

}  // namespace
