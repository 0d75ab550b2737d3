#include "kernel/runtime/crash_line.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace inkwell::kernel {
namespace {

TEST(CrashLine, LooksLikeALineOfTheLog) {
    CrashLine line(false);
    line.begin({.tv_sec = 1'709'210'096, .tv_nsec = 7'000'000});
    line.text("it broke at ");
    line.hex(0xbeef);
    line.text(" ");
    line.number(120);
    line.end();
    EXPECT_EQ(line.take(), "2024-02-29T12:34:56.007Z error kernel it broke at 0xbeef 120\n");
}

TEST(CrashLine, IsAnObjectInALogOfJson) {
    CrashLine line(true);
    line.begin({.tv_sec = 0, .tv_nsec = 999'999'999});
    line.text("a \"b\" \\ \n ä");
    line.hex(0);
    line.number(0);
    line.end();
    EXPECT_EQ(line.take(),
              "{\"time\":\"1970-01-01T00:00:00.999Z\",\"level\":\"error\",\"component\":\"kernel\","
              "\"message\":\"a ?b? ? ? ??0x00\"}\n");
}

TEST(CrashLine, KnowsEveryDay) {
    for (const auto& [seconds, date] : {std::pair<std::int64_t, std::string>{951'782'400, "2000-02-29"},
                                        {951'868'800, "2000-03-01"},
                                        {1'735'603'200, "2024-12-31"},
                                        {1'735'689'600, "2025-01-01"},
                                        {4'107'542'400, "2100-03-01"}}) {
        CrashLine line(false);
        line.begin({.tv_sec = seconds, .tv_nsec = 0});
        EXPECT_EQ(line.take().substr(0, 10), date);
    }
}

TEST(CrashLine, GivesEachPartOnce) {
    CrashLine line(false);
    line.text("one");
    EXPECT_EQ(line.take(), "one");
    line.hex(UINT64_MAX);
    EXPECT_EQ(line.take(), "0xffffffffffffffff");
    EXPECT_EQ(line.take(), "");
}

TEST(CrashLine, EndsAlsoWhenItIsFull) {
    CrashLine line(true);
    line.text(std::string(10'000, 'x'));
    line.end();
    const std::string_view text = line.take();
    EXPECT_LE(text.size(), 4096u);
    EXPECT_TRUE(text.ends_with("xxx\"}\n"));
}

}  // namespace
}  // namespace inkwell::kernel
