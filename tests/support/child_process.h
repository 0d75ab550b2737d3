#pragma once

#include <sys/types.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace inkwell::test {

/// A program run as a process of its own; killed when the object goes. One thread.
class ChildProcess {
public:
    /// Starts `program` with `arguments`; `environment` is added to this process's. Output goes to files that are
    /// removed with the object. Throws std::runtime_error when it cannot be started.
    ChildProcess(const std::string& program, const std::vector<std::string>& arguments,
                 const std::map<std::string, std::string>& environment = {}, const std::string& input = "");
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    void send(int signal);
    /// The exit code, or 128 + the signal that ended it.
    int wait();
    bool isRunning();
    pid_t pid() const { return pid_; }
    std::string out() const;
    std::string err() const;
    /// Wait until standard output or standard error holds `text`; false when the process ended before or three minutes
    /// passed: one that a sanitizer watches, on a busy machine, takes a minute to start.
    bool waitForOut(const std::string& text);
    bool waitForErr(const std::string& text);

private:
    bool waitFor(const std::function<bool()>& isThere);

    pid_t pid_ = -1;
    int status_ = -1;
    std::string directory_;
};

/// Starts a program, found by its name, that ends with the calling thread, however that ends.
std::unique_ptr<ChildProcess> startBound(const std::vector<std::string>& words,
                                         const std::map<std::string, std::string>& environment = {});

struct Finished {
    int code;
    std::string out, err;
};
Finished runProgram(const std::string& program, const std::vector<std::string>& arguments,
                    const std::map<std::string, std::string>& environment = {}, const std::string& input = "");

}  // namespace inkwell::test
