// Holds connections to a server on this machine for `./dev bench connections`, until standard input ends. Usage:
//   crowd PORT idle COUNT TARGET
//   crowd PORT heads COUNT TARGET
//   crowd PORT bodies COUNT TARGET PUBLIC_TARGET KEY
//   crowd PORT readers COUNT TARGET
// Slow ones go on by a byte a second, and come again when they are closed. Prints "ready" when all are there, and at
// the end how many were closed.
#include "tests/support/crowd.h"

#include <poll.h>
#include <unistd.h>

#include <iostream>

namespace {

constexpr int kStepMs = 1000;
constexpr std::size_t kLongBody = 60'000;
constexpr std::size_t kShortBody = 200;

std::string get(const std::string& target) { return "GET " + target + " HTTP/1.1\r\nHost: bench\r\n\r\n"; }

std::string post(const std::string& target, std::size_t bytes, const std::string& key) {
    return "POST " + target + " HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nAuthorization: Bearer " +
           key + "\r\nContent-Length: " + std::to_string(bytes) + "\r\n\r\n" + std::string(bytes, ' ');
}

bool inputEnds(int waitMs) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    return ::poll(&input, 1, waitMs) > 0;
}

void fill(inkwell::test::Crowd& crowd, const std::vector<std::string>& words) {
    const std::string& manner = words.at(1);
    const int count = std::stoi(words.at(2));
    const std::string& target = words.at(3);
    if (manner == "idle") {
        crowd.addIdle(count, get(target));
    } else if (manner == "heads") {
        crowd.addSlowSenders(count, {get(target)});
    } else if (manner == "bodies") {
        const std::string& open = words.at(4);
        const std::string& key = words.at(5);
        crowd.addSlowSenders(count, {post(target, kShortBody, key), post(target, kLongBody, key),
                                     post(target, kLongBody, "wrong"), post(open, kLongBody, "none")});
    } else {
        crowd.addSlowReaders(count, get(target));
    }
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const std::vector<std::string> words(argv + 1, argv + argc);
        inkwell::test::allowOpenFiles(static_cast<std::size_t>(std::stoi(words.at(2))) + 64);
        inkwell::test::Crowd crowd(std::stoi(words.at(0)));
        fill(crowd, words);
        std::cout << "ready" << std::endl;
        std::size_t closed = 0;
        while (!inputEnds(kStepMs)) {
            crowd.step();
            closed += crowd.closed();
            crowd.reopen();
        }
        std::cout << closed << std::endl;
        return 0;
    } catch (const std::exception& error) {
        std::cerr << "crowd: " << error.what() << std::endl;
        return 1;
    }
}
