#include "kernel/app/addresses.h"

#include <gtest/gtest.h>

namespace inkwell::kernel {
namespace {

TEST(Addresses, AHostOfIpv6StandsInBrackets) {
    EXPECT_EQ(listenAddress("http", "::1", 8055), "http://[::1]:8055");
    EXPECT_EQ(clientAddress("", "https", "fd00::7", 443), "https://[fd00::7]:443");
}

TEST(Addresses, AHostOfIpv4AndANameStandAsTheyAre) {
    EXPECT_EQ(listenAddress("http", "0.0.0.0", 8055), "http://0.0.0.0:8055");
    EXPECT_EQ(clientAddress("", "http", "cms.example.org", 80), "http://cms.example.org:80");
}

TEST(Addresses, AListenerAtEveryAddressIsFoundAtTheMachineItself) {
    for (const char* host : {"", "0.0.0.0", "::"}) {
        EXPECT_EQ(clientAddress("", "http", host, 8055), "http://127.0.0.1:8055") << host;
    }
}

TEST(Addresses, WhatTheOperatorConfiguredComesFirst) {
    EXPECT_EQ(clientAddress("https://cms.example.org", "http", "::1", 8055), "https://cms.example.org");
    EXPECT_EQ(clientAddress("https://cms.example.org/", "http", "::1", 8055), "https://cms.example.org");
}

}  // namespace
}  // namespace inkwell::kernel
