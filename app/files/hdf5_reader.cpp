// The process that reads an HDF5 file for the program: what it is asked for over its standard output, a socket, of the
// file that is its standard input.

#include "files/hdf5_reader.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "files/hdf5_content.h"
#include "files/hdf5_error.h"
#include "files/hdf5_messages.h"
#include "files/reader_process.h"

namespace app {
namespace {

constexpr int kFile = STDIN_FILENO, kChannel = STDOUT_FILENO;

/// False at the channel's end, when nobody wants to know more.
bool receive(void* out, std::size_t bytes) {
  char* next = static_cast<char*>(out);
  while (bytes > 0) {
    const ssize_t count = read(kChannel, next, bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    next += count;
    bytes -= static_cast<std::size_t>(count);
  }
  return true;
}

void send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(kChannel, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) _exit(EXIT_FAILURE);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

void answer(std::string_view data, bool refused = false) {
  const Hdf5Answer head = {refused, data.size()};
  send({reinterpret_cast<const char*>(&head), sizeof head});
  send(data);
}

template <class Value>
void answerWith(const std::vector<Value>& values) {
  answer({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Value)});
}

/// Answers requests about the bytes of a file, one after the other.
class Hdf5Reader {
 public:
  explicit Hdf5Reader(std::string_view bytes) : bytes_(bytes) {}

  void serve() {
    Hdf5Request request;
    while (receive(&request, sizeof request)) {
      std::string object(std::min<std::uint64_t>(request.objectBytes, kLongestObjectName), '\0');
      std::string key(std::min<std::uint64_t>(request.keyBytes, kLongestObjectName), '\0');
      if (!receive(object.data(), object.size()) || !receive(key.data(), key.size())) return;
      try {
        answerTo(request, object, key);
      } catch (const std::bad_alloc&) {
        answer("cannot be read: it takes more memory than a file of its size may", true);
      } catch (const std::exception& error) {
        answer(std::string_view(error.what()).substr(0, kLongestRefusal), true);
      }
    }
  }

 private:
  void answerTo(const Hdf5Request& request, const std::string& object, const std::string& key) {
    switch (request.ask) {
      case Hdf5Ask::open:
        content_.emplace(bytes_, request.first != 0);
        return answer({});
      case Hdf5Ask::integerAttribute:
        return answerWith(content_->integerAttribute(object, key));
      case Hdf5Ask::realAttribute:
        return answerWith(std::vector<double>{content_->realAttribute(object, key)});
      case Hdf5Ask::text:
        return answer(content_->text(object));
      case Hdf5Ask::has:
        return answerWith(std::vector<std::uint64_t>{content_->has(object, key)});
      case Hdf5Ask::rowCount:
        return answerWith(std::vector<std::uint64_t>{content_->rowCount(object)});
      case Hdf5Ask::vectors:
        return answerRows(Hdf5Rows::vectors, request, object);
      case Hdf5Ask::reals:
        return answerRows(Hdf5Rows::reals, request, object);
      case Hdf5Ask::integers:
        return answerRows(Hdf5Rows::integers, request, object);
    }
  }

  void answerRows(Hdf5Rows rows, const Hdf5Request& request, const std::string& path) {
    content_->rows(path, {rows, request.first, request.count}, [](std::string_view block) { answer(block); });
    answer({});
  }

  std::string_view bytes_;
  std::optional<Hdf5Content> content_;
};

std::string_view mapFile() {
  struct stat status = {};
  if (fstat(kFile, &status) != 0 || status.st_size <= 0) return {};
  const auto size = static_cast<std::size_t>(status.st_size);
  void* bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, kFile, 0);
  if (bytes == MAP_FAILED) _exit(EXIT_FAILURE);
  return {static_cast<const char*>(bytes), size};
}

}  // namespace

void readHdf5IfAsked(int argc, char** argv) {
  const std::optional<ReaderTask> task = readerTask(argc, argv);
  if (!task) return;
  const std::string_view bytes = mapFile();
  close(kFile);
  H5open();
  silenceHdf5();
  H5PLset_loading_state(0);  // a filter that a file names must not bring code along
  confine(task->limits, kChannel, STDERR_FILENO + 1);
  Hdf5Reader(bytes).serve();
  _exit(EXIT_SUCCESS);  // nothing of HDF5's is tidied up, which damage may have reached
}

}  // namespace app
