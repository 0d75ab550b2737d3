#include "kernel/runtime/last_words.h"

#include <gtest/gtest.h>

#include <thread>

namespace inkwell::kernel {
namespace {

TEST(LastWords, NestAndKeepTheRequest) {
    EXPECT_EQ(LastWords::current(), nullptr);
    {
        const LastWords request("objects", "GET", "/v2/x", "id 1");
        const LastWords listener("webhooks", "the listener for", "object-changed");
        ASSERT_EQ(LastWords::current(), &listener);
        EXPECT_EQ(LastWords::current()->plugin(), "webhooks");
        EXPECT_EQ(LastWords::current()->requestId(), "id 1");
        {
            const LastWords other("users", "GET", "/v2/y", "id 2");
            EXPECT_EQ(LastWords::current()->requestId(), "id 2");
        }
        EXPECT_EQ(LastWords::current(), &listener);
        std::thread([] { EXPECT_EQ(LastWords::current(), nullptr) << "of another thread"; }).join();
    }
    EXPECT_EQ(LastWords::current(), nullptr);
}

}  // namespace
}  // namespace inkwell::kernel
