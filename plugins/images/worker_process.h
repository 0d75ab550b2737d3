#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "worker_frames.h"

namespace inkwell::images {

/// One running worker: a process of its own, with a memory limit, without any of the server's files or sockets. One
/// thread at a time, but for interrupt().
class WorkerProcess {
public:
    /// Starts `program` and waits for its first word. Throws std::runtime_error when it does not come.
    WorkerProcess(const std::string& program, std::int64_t memoryMb);
    /// Ends the process at once and waits for its end.
    ~WorkerProcess();
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    bool writesAvif() const { return writesAvif_; }

    enum class Outcome {
        Answered,
        Late,     // `deadline` passed; it is still at work
        Broken,   // it died of the image: a crash, its memory limit
        Stopped,  // it was interrupted, or somebody killed it
    };
    /// After anything but Answered the process is of no more use.
    Outcome ask(const std::string& request, std::string& answer, SteadyTime deadline);

    /// Any thread, while the object lives: a running ask() ends with Stopped.
    void interrupt() noexcept;

    pid_t pid() const { return pid_; }

private:
    Outcome reap();

    pid_t pid_ = -1;
    int socket_ = -1;
    bool isReaped_ = false;
    bool writesAvif_ = false;
};

/// Where the worker's program lies: in the folder above that of this plugin's library.
std::string findWorkerProgram();

}  // namespace inkwell::images
