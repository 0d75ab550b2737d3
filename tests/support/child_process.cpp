#include "tests/support/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "inkwell/crypto.h"
#include "tests/support/eventually.h"

namespace inkwell::test {

namespace {

// In one piece: byte by byte a log of some hundred thousand bytes costs a sanitized test more than what it tests.
std::string readAll(const std::string& path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    std::string text(file ? static_cast<std::size_t>(file.tellg()) : 0, '\0');
    file.seekg(0);
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text;
}

void redirect(const std::string& path, int flags, int target) {
    const int file = open(path.c_str(), flags, 0600);
    if (file < 0 || dup2(file, target) < 0) _exit(126);
    close(file);
}

}  // namespace

ChildProcess::ChildProcess(const std::string& program, const std::vector<std::string>& arguments,
                           const std::map<std::string, std::string>& environment, const std::string& input)
    : directory_((std::filesystem::temp_directory_path() / ("inkwell-child-" + randomToken(12))).string()) {
    std::filesystem::create_directories(directory_);
    std::ofstream(directory_ + "/in") << input;

    // Everything that allocates is made before fork: the parent has threads.
    std::vector<char*> argv{const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    std::vector<std::string> variables;
    for (char** one = environ; *one != nullptr; ++one) variables.emplace_back(*one);
    for (const auto& [name, value] : environment) variables.push_back(name + "=" + value);
    std::vector<char*> envp;
    for (std::string& variable : variables) envp.push_back(variable.data());
    envp.push_back(nullptr);
    const std::string in = directory_ + "/in";
    const std::string out = directory_ + "/out";
    const std::string err = directory_ + "/err";

    pid_ = fork();
    if (pid_ < 0) throw std::runtime_error("fork failed");
    if (pid_ == 0) {
        redirect(in, O_RDONLY, STDIN_FILENO);
        redirect(out, O_WRONLY | O_CREAT | O_APPEND, STDOUT_FILENO);
        redirect(err, O_WRONLY | O_CREAT | O_APPEND, STDERR_FILENO);
        execve(program.c_str(), argv.data(), envp.data());
        _exit(127);
    }
}

ChildProcess::~ChildProcess() {
    if (isRunning()) {
        send(SIGKILL);
        wait();
    }
    std::filesystem::remove_all(directory_);
}

void ChildProcess::send(int signal) {
    if (isRunning()) kill(pid_, signal);
}

int ChildProcess::wait() {
    if (pid_ > 0) {
        waitpid(pid_, &status_, 0);
        pid_ = -1;
    }
    return WIFSIGNALED(status_) ? 128 + WTERMSIG(status_) : WEXITSTATUS(status_);
}

bool ChildProcess::isRunning() {
    if (pid_ > 0 && waitpid(pid_, &status_, WNOHANG) == pid_) pid_ = -1;
    return pid_ > 0;
}

std::string ChildProcess::out() const { return readAll(directory_ + "/out"); }
std::string ChildProcess::err() const { return readAll(directory_ + "/err"); }

bool ChildProcess::waitFor(const std::function<bool()>& isThere) {
    return eventually([&] { return isThere() || !isRunning(); }, std::chrono::minutes(3)) && isThere();
}

bool ChildProcess::waitForOut(const std::string& text) {
    return waitFor([&] { return out().find(text) != std::string::npos; });
}

bool ChildProcess::waitForErr(const std::string& text) {
    return waitFor([&] { return err().find(text) != std::string::npos; });
}

Finished runProgram(const std::string& program, const std::vector<std::string>& arguments,
                    const std::map<std::string, std::string>& environment, const std::string& input) {
    ChildProcess child(program, arguments, environment, input);
    const int code = child.wait();
    return {code, child.out(), child.err()};
}

std::unique_ptr<ChildProcess> startBound(const std::vector<std::string>& words,
                                         const std::map<std::string, std::string>& environment) {
    std::vector<std::string> all{"--pdeathsig", "KILL"};
    all.insert(all.end(), words.begin(), words.end());
    return std::make_unique<ChildProcess>("/usr/bin/setpriv", all, environment);
}

}  // namespace inkwell::test
