// Requests that wait for a thread: the client networks take turns, and the one with most in the queue gives way.
#include "tests/kernel/http/live_server.h"
#include "tests/support/eventually.h"

namespace inkwell::kernel::test {
namespace {

using inkwell::test::eventually;

constexpr int kQueued = 4;

class ListenerTurns : public LiveServer {
protected:
    ListenerTurns() : LiveServer(1, kQueued) {}

    /// Asks for what ends when it is let go, and waits until so many wait for the thread.
    RawConnection& askSlowly(const std::string& address, int queued) {
        connections_.push_back(std::make_unique<RawConnection>(port(), address));
        connections_.back()->send(get("/slow"));
        EXPECT_TRUE(eventually([&] { return server_->numbers().main.queued == queued; })) << queued;
        return *connections_.back();
    }

    std::vector<std::unique_ptr<RawConnection>> connections_;
};

TEST_F(ListenerTurns, WhoAsksOnceWaitsForOneOfEachOther) {
    askSlowly("127.0.0.1", 0);
    entered_.wait();
    for (int n = 1; n <= kQueued; ++n) askSlowly("127.0.0.1", n);
    RawConnection& newest = *connections_.back();
    RawConnection& other = askSlowly("127.0.0.2", kQueued);
    EXPECT_EQ(newest.receive().status, 503) << "gives way to the other network";

    RawConnection last(port());
    EXPECT_EQ(last.ask(get("/slow")).status, 503) << "of the network that has most itself";
    EXPECT_EQ(server_->numbers().main.refused, 2);

    for (int i = 0; i < 3; ++i) mayLeave_.set();
    EXPECT_EQ(other.receive().status, 200) << "after the one that had the thread, and one that had come before";
    EXPECT_GE(server_->numbers().main.queued, 1) << "the others of the first network wait still";
    for (int i = 0; i < kQueued; ++i) mayLeave_.set();
}

}  // namespace
}  // namespace inkwell::kernel::test
