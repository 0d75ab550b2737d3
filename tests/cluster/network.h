#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/support/child_process.h"

namespace inkwell::test {

/// Three places for database nodes, and a link between any two of them that can be cut. Where this process may, each is
/// a network namespace, and the test has one of its own; otherwise all are 127.0.0.1 and no link can be cut. Whoever
/// makes it has the network of the test from then on, with all threads and programs that it starts. One thread, which
/// outlives what it has started.
class Network {
public:
    static constexpr int kNodes = 3;

    Network();

    bool canCut() const { return !places_.empty(); }
    /// The address of `node`, 0 to 2.
    std::string hostOf(int node) const;
    /// What stands before a program and its arguments to run it at `node`, so that it ends with this thread.
    std::vector<std::string> runAt(int node) const;
    /// Between two nodes, in both directions: what is under way is lost without a word.
    void cut(int a, int b);
    void heal(int a, int b);

private:
    void join(int a, int b);
    void inPlace(int node, const std::string& commands) const;

    std::vector<std::unique_ptr<ChildProcess>> places_;
};

}  // namespace inkwell::test
