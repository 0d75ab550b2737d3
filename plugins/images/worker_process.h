#pragma once

#include <sys/types.h>

#include <cstdint>
#include <span>
#include <string>

#include "worker_frames.h"

namespace inkwell::images {

/// One running worker process with a memory limit, confined by worker/sandbox.h. It has no files except those sent with
/// a request. One thread at a time, except for interrupt().
class WorkerProcess {
public:
    /// Starts `program` and waits for its first message. Throws std::runtime_error when none comes.
    WorkerProcess(const std::string& program, std::int64_t memoryMb);
    /// Kills the process and waits for its end.
    ~WorkerProcess();
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    bool writesAvif() const { return writesAvif_; }

    enum class Outcome {
        Answered,
        Late,     // `deadline` passed; it is still working
        Broken,   // the image killed it: a crash, the memory limit
        Stopped,  // it was interrupted or killed from outside
    };
    /// `files` are sent along; the caller keeps them. After any outcome but Answered the process is unusable.
    Outcome ask(const std::string& request, std::span<const int> files, std::string& answer, SteadyTime deadline);

    /// Any thread, while the object lives: makes a running ask() return Stopped.
    void interrupt() noexcept;

    pid_t pid() const { return pid_; }

private:
    Outcome reap();

    pid_t pid_ = -1;
    int socket_ = -1;
    bool isReaped_ = false;
    bool writesAvif_ = false;
};

/// The path of the worker program, in the parent folder of this plugin's library.
std::string findWorkerProgram();

}  // namespace inkwell::images
