#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace inkwell::test {

/// Many connections to a server on this machine that hold on to what they have: idle ones, senders and readers that
/// give or take a byte now and then, and readers that take nothing. One thread.
class Crowd {
public:
    explicit Crowd(int port);
    ~Crowd();  // closes all
    Crowd(const Crowd&) = delete;
    Crowd& operator=(const Crowd&) = delete;

    /// Connections that have had one answer and ask for nothing more. `request` is a whole one. Throws
    /// std::runtime_error when one is not answered with 200.
    void addIdle(int count, const std::string& request);
    /// Each sends one byte of one of the requests at every step, if it has a body all of the head before, and takes
    /// what it is answered.
    void addSlowSenders(int count, const std::vector<std::string>& requests);
    /// Each sends the whole request and takes one byte of the answer at every step, or never any. Their windows are
    /// small.
    void addSlowReaders(int count, const std::string& request);
    void addDeaf(int count, const std::string& request);

    void step();
    /// Connections that the server has closed, as step() sees it (of the deaf only with an error).
    std::size_t closed() const;
    /// Opens those again, from the beginning of what they do.
    void reopen();
    /// Asks again on the idle ones; how many of them were answered with 200.
    int askIdle();

private:
    struct Member;
    void add(std::unique_ptr<Member> member);
    void open(Member& member) const;

    const int port_;
    std::vector<std::unique_ptr<Member>> members_;
};

/// Lets this process, and those it starts, open as many files as the system lets it; throws std::runtime_error when
/// that is not `atLeast`.
void allowOpenFiles(std::size_t atLeast);

}  // namespace inkwell::test
