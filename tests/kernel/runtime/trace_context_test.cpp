#include "kernel/runtime/trace_context.h"

#include <gtest/gtest.h>

namespace inkwell::kernel {
namespace {

const std::string kTrace = "4bf92f3577b34da6a3ce929d0e0e4736";
const std::string kParent = "00f067aa0ba902b7";

TEST(Traceparent, GivesTraceAndParent) {
    const TraceContext trace = parseTraceparent("00-" + kTrace + "-" + kParent + "-01");
    EXPECT_EQ(trace.traceId, kTrace);
    EXPECT_EQ(trace.parentId, kParent);
}

TEST(Traceparent, OfALaterVersionMaySayMore) {
    EXPECT_EQ(parseTraceparent("cc-" + kTrace + "-" + kParent + "-01").traceId, kTrace);
    EXPECT_EQ(parseTraceparent("01-" + kTrace + "-" + kParent + "-09-what-comes").parentId, kParent);
}

TEST(Traceparent, IsIgnoredWhereItIsNotAllowed) {
    const std::string zeros32(32, '0');
    const std::string zeros16(16, '0');
    for (const std::string& header :
         {std::string(), std::string("00"), "00-" + kTrace + "-" + kParent, "00-" + kTrace + "-" + kParent + "-0",
          "00-" + kTrace + "-" + kParent + "-01-more", "00-" + kTrace + "-" + kParent + "-011",
          "01-" + kTrace + "-" + kParent + "-01x", "ff-" + kTrace + "-" + kParent + "-01",
          "00-" + zeros32 + "-" + kParent + "-01", "00-" + kTrace + "-" + zeros16 + "-01",
          "00-4BF92F3577B34DA6A3CE929D0E0E4736-" + kParent + "-01", "00-" + kTrace + "-" + kParent + "-0g",
          "0x-" + kTrace + "-" + kParent + "-01", "00_" + kTrace + "-" + kParent + "-01",
          "00-" + kTrace + "\n-" + kParent.substr(1) + "-01"}) {
        const TraceContext trace = parseTraceparent(header);
        EXPECT_EQ(trace.traceId, "") << header;
        EXPECT_EQ(trace.parentId, "") << header;
    }
}

}  // namespace
}  // namespace inkwell::kernel
