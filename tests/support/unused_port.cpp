#include "tests/support/unused_port.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <mutex>
#include <random>
#include <set>

namespace inkwell::test {

namespace {

bool isFree(int port) {
    const int probe = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    const bool isFree = ::bind(probe, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    ::close(probe);
    return isFree;
}

}  // namespace

int unusedPort() {
    static std::mutex mutex;
    static std::set<int> given;
    const std::lock_guard lock(mutex);
    std::random_device random;
    std::uniform_int_distribution<int> ports(10'000, 32'000);
    for (;;) {
        const int port = ports(random);
        if (isFree(port) && given.insert(port).second) return port;
    }
}

}  // namespace inkwell::test
