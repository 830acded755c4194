#pragma once

namespace app {

/// What main() has to begin with in each program that reads HDF5 files: where the program was started to read one for
/// another process (reader_process.h), it does that and does not return.
void readHdf5IfAsked(int argc, char** argv);

}  // namespace app
