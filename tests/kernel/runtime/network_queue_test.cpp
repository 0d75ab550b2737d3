#include "kernel/runtime/network_queue.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace inkwell::kernel {
namespace {

using Queue = NetworkQueue<std::string>;

/// All that waits, as it is served.
std::vector<std::string> served(Queue& queue) {
    std::vector<std::string> all;
    while (const std::optional<std::string> item = queue.pop()) all.push_back(*item);
    return all;
}

using Items = std::vector<std::string>;

TEST(NetworkQueue, ServesOneNetworkInTheOrderInWhichItAsked) {
    Queue queue(10);
    for (const char* item : {"1", "2", "3"}) EXPECT_FALSE(queue.push("a", item));
    EXPECT_EQ(queue.size(), 3u);
    EXPECT_EQ(served(queue), (Items{"1", "2", "3"}));
    EXPECT_TRUE(queue.isEmpty());
    EXPECT_FALSE(queue.pop());
}

TEST(NetworkQueue, ServesTheNetworksInTurn) {
    Queue queue(10);
    for (const char* item : {"a1", "a2", "a3", "a4"}) queue.push("a", item);
    queue.push("b", "b1");
    for (const char* item : {"c1", "c2"}) queue.push("c", item);
    EXPECT_EQ(queue.pop(), "a1");
    queue.push("d", "d1");
    EXPECT_EQ(served(queue), (Items{"b1", "c1", "a2", "d1", "c2", "a3", "a4"}));
}

TEST(NetworkQueue, WhoComesBackWaitsForOneOfEachOther) {
    Queue queue(10);
    for (const char* item : {"a1", "a2", "a3"}) queue.push("a", item);
    for (int i = 0; i < 3; ++i) {
        queue.push("b", "b");
        EXPECT_EQ(queue.pop(), "a" + std::to_string(i + 1));
        EXPECT_EQ(queue.pop(), "b");
    }
}

TEST(NetworkQueue, WhoGivesUpHadItsNetworksTurn) {
    Queue queue;
    for (const char* item : {"a1", "a2", "a3"}) queue.push("a", item);
    queue.push("b", "b1");
    EXPECT_EQ(queue.next(), "a1");
    queue.remove("a", "a2");
    EXPECT_EQ(queue.next(), "b1");
    EXPECT_EQ(queue.size(), 3u);
    EXPECT_EQ(served(queue), (Items{"b1", "a1", "a3"}));
    queue.push("c", "c1");
    queue.remove("c", "c1");
    EXPECT_EQ(queue.rows(), 0u);
}

TEST(NetworkQueue, WhenItIsFullTheNetworkWithMostGivesUpItsNewest) {
    Queue queue(4);
    for (const char* item : {"a1", "a2", "a3", "a4"}) EXPECT_FALSE(queue.push("a", item));
    EXPECT_EQ(queue.push("a", "a5"), "a5");
    EXPECT_EQ(queue.push("b", "b1"), "a4");
    EXPECT_EQ(queue.push("b", "b2"), "a3");
    EXPECT_EQ(queue.push("b", "b3"), "b3") << "which has most now";
    EXPECT_EQ(queue.push("a", "a5"), "a5");
    EXPECT_EQ(queue.push("c", "c1"), "a2");
    EXPECT_EQ(queue.size(), 4u);
    EXPECT_EQ(served(queue), (Items{"a1", "b1", "c1", "b2"}));
}

TEST(NetworkQueue, RefusesWhoeverComesWhereAllHaveOne) {
    Queue queue(2);
    queue.push("a", "a1");
    queue.push("b", "b1");
    EXPECT_EQ(queue.push("c", "c1"), "c1");
    EXPECT_EQ(queue.rows(), 2u);
}

TEST(NetworkQueue, RemembersNoNetworkThatDoesNotWait) {
    NetworkQueue<std::unique_ptr<int>> queue(100);
    for (int i = 0; i < 50; ++i) queue.push(std::to_string(i % 10), std::make_unique<int>(i));
    EXPECT_EQ(queue.rows(), 10u);
    while (queue.pop()) {
    }
    EXPECT_EQ(queue.rows(), 0u);
    queue.push("a", nullptr);
    queue.clear();
    EXPECT_EQ(queue.size(), 0u);
    EXPECT_EQ(queue.rows(), 0u);
    EXPECT_FALSE(queue.pop());
}

}  // namespace
}  // namespace inkwell::kernel
