#include "kernel/runtime/log.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <spdlog/details/log_msg.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "inkwell/json.h"
#include "kernel/runtime/log_format.h"

namespace inkwell::kernel {
namespace {

constexpr std::int64_t kTime = 1'769'851'800'000;

LoggedRequest request;  // what the lines below are written for

std::string formatted(spdlog::formatter& formatter, LogLevel level, std::string_view component,
                      std::string_view message) {
    const spdlog::log_clock::time_point time{std::chrono::milliseconds(kTime)};
    spdlog::memory_buf_t out;
    formatter.format(
        {time, {}, {component.data(), component.size()}, spdlogLevel(level), {message.data(), message.size()}}, out);
    EXPECT_EQ(out[out.size() - 1], '\n');
    return {out.data(), out.size() - 1};
}

std::string lineOf(LogForm form, LogLevel level, std::string_view component, std::string_view message,
                   const LoggedRequest& of = {}) {
    request = of;
    const auto formatter = lineFormatter(form, [] { return request; });
    return formatted(*formatter, level, component, message);
}

std::string text(std::string_view message) { return lineOf(LogForm::Text, LogLevel::Info, "objects", message); }
std::string json(std::string_view message) {
    return lineOf(LogForm::Json, LogLevel::Warn, "objects", message, {"r1", "", ""});
}

std::string accessLineOf(LogForm form, const AccessLogLine& line) {
    spdlog::memory_buf_t message;
    appendAccess(message, line, form);
    const auto formatter = accessFormatter(form);
    return formatted(*formatter, LogLevel::Info, "access", {message.data(), message.size()});
}

AccessLogLine access() { return {"GET", "/v2/buckets/{bucket_slug}", "r1", "127.0.0.1", "buckets", 200, 2531, 1.5}; }

TEST(LogLine, HasAReadableTextForm) {
    EXPECT_EQ(lineOf(LogForm::Text, LogLevel::Error, "objects", "it \"broke\"", {"r1", "", ""}),
              "2026-01-31T09:30:00.000Z error objects [r1] it \"broke\"");
    EXPECT_EQ(text("fine"), "2026-01-31T09:30:00.000Z info  objects fine");
}

TEST(LogLine, HasAJsonForm) {
    EXPECT_EQ(json("it \"broke\""),
              R"({"time":"2026-01-31T09:30:00.000Z","level":"warn","component":"objects","request_id":"r1",)"
              R"("message":"it \"broke\""})");
    EXPECT_EQ(lineOf(LogForm::Json, LogLevel::Debug, "kernel", "x"),
              R"({"time":"2026-01-31T09:30:00.000Z","level":"debug","component":"kernel","message":"x"})");
}

TEST(LogLine, OfARequestHasItsOwnForms) {
    EXPECT_EQ(accessLineOf(LogForm::Json, access()),
              R"({"time":"2026-01-31T09:30:00.000Z","level":"info","component":"access","method":"GET",)"
              R"("route":"/v2/buckets/{bucket_slug}","status":200,"bytes":2531,"ms":1.500,"request_id":"r1",)"
              R"("address":"127.0.0.1","plugin":"buckets"})");
    EXPECT_EQ(accessLineOf(LogForm::Text, access()),
              "2026-01-31T09:30:00.000Z info  access [r1] GET /v2/buckets/{bucket_slug} 200 2531B 1.500ms "
              "address=127.0.0.1 plugin=buckets");
}

TEST(LogLine, HasTheLevelThatItWasLoggedAt) {
    for (const auto& [level, name] : std::map<LogLevel, std::string>{{LogLevel::Debug, "debug"},
                                                                     {LogLevel::Info, "info "},
                                                                     {LogLevel::Warn, "warn "},
                                                                     {LogLevel::Error, "error"}}) {
        EXPECT_EQ(lineOf(LogForm::Text, level, "x", "y"), "2026-01-31T09:30:00.000Z " + name + " x y");
    }
}

TEST(LogLine, OfATraceNamesIt) {
    EXPECT_EQ(lineOf(LogForm::Text, LogLevel::Info, "objects", "fine", {"r1", "t1", "p1"}),
              "2026-01-31T09:30:00.000Z info  objects [r1 trace=t1] fine");
    EXPECT_EQ(lineOf(LogForm::Json, LogLevel::Info, "objects", "fine", {"r1", "t1", "p1"}),
              R"({"time":"2026-01-31T09:30:00.000Z","level":"info","component":"objects","request_id":"r1",)"
              R"("trace_id":"t1","parent_id":"p1","message":"fine"})");
    AccessLogLine line = access();
    line.traceId = "t1";
    line.parentId = "p1";
    EXPECT_NE(accessLineOf(LogForm::Text, line).find("access [r1 trace=t1] GET"), std::string::npos);
    const Json parsed = parseJson(accessLineOf(LogForm::Json, line));
    EXPECT_EQ(parsed.as_object().at("trace_id"), "t1");
    EXPECT_EQ(parsed.as_object().at("parent_id"), "p1");
}

TEST(LogLine, TellsWhatWasIgnoredAtDebugOnly) {
    AccessLogLine line = access();
    line.ignored = "page, props=nope";
    spdlog::memory_buf_t text;
    appendIgnored(text, line, LogForm::Text);
    EXPECT_EQ(std::string(text.data(), text.size()), " ignored=page, props=nope");
    spdlog::memory_buf_t json;
    appendIgnored(json, line, LogForm::Json);
    EXPECT_EQ(std::string(json.data(), json.size()), R"(,"ignored":"page, props=nope")");
    spdlog::memory_buf_t nothing;
    appendIgnored(nothing, access(), LogForm::Text);
    EXPECT_EQ(nothing.size(), 0U);
    EXPECT_EQ(accessLineOf(LogForm::Text, line).find("ignored"), std::string::npos);
}

TEST(LogLine, CannotBeForgedByWhatItTellsOf) {
    const std::string attack = "a\n2026-01-31T09:30:00.000Z info kernel all is well\r\x1b[2J\x7f\xc2\x9b\xe2\x80\xae";
    const std::string shown =
        "a\\u000a2026-01-31T09:30:00.000Z info kernel all is well\\u000d\\u001b[2J\\u007f\\u009b\\u202e";
    EXPECT_EQ(text(attack), text("") + shown);
    EXPECT_NE(json(attack).find(shown), std::string::npos) << json(attack);
    EXPECT_EQ(parseJson(json(attack)).as_object().at("message").as_string(), attack);
}

TEST(LogLine, CannotBeForgedByTheNamesInIt) {
    EXPECT_EQ(lineOf(LogForm::Json, LogLevel::Info, "a\"b", "x", {"r\n", "t\"", "p\\"}),
              R"({"time":"2026-01-31T09:30:00.000Z","level":"info","component":"a\"b","request_id":"r\u000a",)"
              R"("trace_id":"t\"","parent_id":"p\\","message":"x"})");
    AccessLogLine line = access();
    line.method = "GET \n\"";
    EXPECT_EQ(parseJson(accessLineOf(LogForm::Json, line)).as_object().at("method"), "GET \n\"");
    EXPECT_NE(accessLineOf(LogForm::Text, line).find("[r1] GET \\u000a\" /v2"), std::string::npos);
}

TEST(LogLine, ShowsABackslashAsTwo) {
    EXPECT_EQ(text("a\\nb"), text("") + "a\\\\nb");
    EXPECT_EQ(parseJson(json("a\\nb")).as_object().at("message").as_string(), "a\\nb");
}

TEST(LogLine, ReplacesBrokenUtf8) {
    EXPECT_EQ(text("a\xff\xc3z\xed\xa0\x80\xc0\xaf"), text("") + "a\\ufffd\\ufffdz\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd");
    EXPECT_EQ(text("Grüße 😀"), text("") + "Grüße 😀");
    EXPECT_EQ(text(std::string_view("\0", 1)), text("") + "\\u0000");
}

class LogFile : public testing::Test {
protected:
    void TearDown() override {
        configureLog({});
        std::filesystem::remove(file_);
    }
    void configure(const std::string& format, const std::string& level) { configureLog({format, level, file_}); }
    std::vector<std::string> lines() const {
        std::ifstream in(file_);
        std::vector<std::string> all;
        for (std::string line; std::getline(in, line);) all.push_back(line);
        return all;
    }

    const std::string file_ =
        (std::filesystem::temp_directory_path() / ("inkwell_log_test_" + std::to_string(::getpid()))).string();
};

TEST_F(LogFile, GetsLinesFromTheLevelOn) {
    configure("text", "warn");
    kernelLog().info("quiet");
    kernelLog().warn("heard {} %v");
    writeAccessLog(access());
    ASSERT_EQ(lines().size(), 1u);
    EXPECT_TRUE(lines()[0].ends_with("warn  kernel heard {} %v")) << lines()[0];
}

TEST_F(LogFile, TellsOfIgnoredParametersAtDebug) {
    AccessLogLine line = access();
    line.ignored = "page";
    configure("text", "info");
    writeAccessLog(line);
    configure("text", "debug");
    writeAccessLog(line);
    ASSERT_EQ(lines().size(), 2u);
    EXPECT_TRUE(lines()[0].ends_with("plugin=buckets")) << lines()[0];
    EXPECT_TRUE(lines()[1].ends_with("plugin=buckets ignored=page")) << lines()[1];
}

TEST_F(LogFile, GetsTheAccessLogWithTheRoutesBraces) {
    configure("json", "info");
    writeAccessLog(access());
    ASSERT_EQ(lines().size(), 1u);
    EXPECT_EQ(parseJson(lines()[0]).as_object().at("route"), "/v2/buckets/{bucket_slug}");
}

TEST_F(LogFile, NamesTheRequestOfTheThread) {
    configure("json", "debug");
    const std::unique_ptr<Log> log = makeLog("objects");
    {
        const LogRequestScope outer("r1");
        log->info("one");
        {
            const LogRequestScope inner("r2");
            log->info("two");
        }
        std::thread([&] { log->info("elsewhere"); }).join();
        log->info("three");
    }
    log->info("after");
    std::vector<std::string> ids;
    for (const std::string& line : lines()) {
        const Json parsed = parseJson(line);
        ids.emplace_back(textOf(parsed.as_object(), "request_id"));
    }
    EXPECT_EQ(ids, (std::vector<std::string>{"r1", "r2", "", "r1", ""}));
}

TEST_F(LogFile, NamesTheTraceOfTheThread) {
    configure("json", "debug");
    {
        const LogRequestScope outer("r1", {"t1", "p1"});
        kernelLog().info("one");
        {
            const LogRequestScope inner("r2");
            kernelLog().info("two");
        }
        kernelLog().info("three");
    }
    kernelLog().info("after");
    std::vector<std::string> ids;
    for (const std::string& line : lines()) {
        const Json parsed = parseJson(line);
        ids.emplace_back(textOf(parsed.as_object(), "trace_id"));
    }
    EXPECT_EQ(ids, (std::vector<std::string>{"t1", "", "t1", ""}));
}

TEST_F(LogFile, IsOpenedAnewWhenItWasRenamedAway) {
    configure("text", "info");
    kernelLog().info("before");
    const std::string rotated = file_ + ".1";
    std::filesystem::rename(file_, rotated);
    kernelLog().info("between");
    configure("text", "info");
    kernelLog().info("after");
    EXPECT_EQ(lines().size(), 1u);
    std::ifstream in(rotated);
    const std::string old(std::istreambuf_iterator<char>(in), {});
    EXPECT_EQ(std::count(old.begin(), old.end(), '\n'), 2) << old;
    std::filesystem::remove(rotated);
}

TEST_F(LogFile, StaysAsItIsUntilWhatWasPreparedIsUsed) {
    configure("text", "info");
    const std::function<void()> use = prepareLog({"json", "info", file_});
    kernelLog().info("old");
    use();
    kernelLog().info("new");
    ASSERT_EQ(lines().size(), 2u);
    EXPECT_TRUE(lines()[0].ends_with("kernel old")) << lines()[0];
    EXPECT_TRUE(lines()[1].starts_with("{")) << lines()[1];
}

TEST_F(LogFile, CountsWarningsAndErrorsByComponentAlsoThoseTooLowForIt) {
    configure("text", "error");
    const std::unique_ptr<Log> log = makeLog("counted");
    log->info("one");
    log->warn("two");
    log->error("three");
    log->error("four");
    const auto counts = logLineCounts();
    EXPECT_EQ(counts.count({"counted", LogLevel::Info}), 0u);
    EXPECT_EQ(counts.at({"counted", LogLevel::Warn}), 1u);
    EXPECT_EQ(counts.at({"counted", LogLevel::Error}), 2u);
}

TEST_F(LogFile, LosesNoLineWhileTheLogIsSetUpAnew) {
    configure("text", "info");
    std::vector<std::thread> writers;
    for (int i = 0; i < 3; ++i) {
        writers.emplace_back([] {
            for (int n = 0; n < 200; ++n) kernelLog().info("a line");
        });
    }
    for (int i = 0; i < 20; ++i) configure(i % 2 == 0 ? "json" : "text", "info");
    for (std::thread& writer : writers) writer.join();
    EXPECT_EQ(lines().size(), 600u);
}

TEST_F(LogFile, KeepsEveryLineWholeAndAThreadsLinesInOrder) {
    constexpr int kThreads = 8;
    constexpr int kLines = 500;
    configure("json", "info");
    std::vector<std::thread> writers;
    for (int i = 0; i < kThreads; ++i) {
        writers.emplace_back([i] {
            const std::unique_ptr<Log> log = makeLog(std::to_string(i));
            for (int n = 0; n < kLines; ++n) log->info(std::to_string(n));
        });
    }
    for (std::thread& writer : writers) writer.join();
    std::vector<int> next(kThreads, 0);
    for (const std::string& line : lines()) {
        const Json parsed = parseJson(line);
        const int thread = std::stoi(std::string(textOf(parsed.as_object(), "component")));
        EXPECT_EQ(std::stoi(std::string(textOf(parsed.as_object(), "message"))), next[thread]++);
    }
    EXPECT_EQ(next, std::vector<int>(kThreads, kLines));
}

TEST_F(LogFile, HoldsNobodyUpOnAFullDisk) {
    configureLog({"text", "info", "/dev/full"});
    const std::string line(100'000, 'x');
    for (int i = 0; i < 30; ++i) kernelLog().info(line);  // more than may wait
    configure("text", "info");
    kernelLog().info("heard");
    EXPECT_EQ(lines().size(), 1u);
}

TEST_F(LogFile, GoesOnWithALineOfItsOwnBehindOneThatWasCut) {
    configure("text", "info");
    kernelLog().info("before");
    // As when the disk is full in the middle of a line, and has room again.
    rlimit whole{};
    getrlimit(RLIMIT_FSIZE, &whole);
    rlimit full = whole;
    full.rlim_cur = std::filesystem::file_size(file_) + 10;
    const auto former = signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &full);
    kernelLog().info("cut");
    setrlimit(RLIMIT_FSIZE, &whole);
    signal(SIGXFSZ, former);
    kernelLog().info("after");
    kernelLog().info("and so on");
    ASSERT_EQ(lines().size(), 4u);
    EXPECT_EQ(lines()[1].size(), 10u);
    EXPECT_TRUE(lines()[2].ends_with(" info  kernel after")) << lines()[2];
}

TEST_F(LogFile, BeginsOnALineOfItsOwnInAFileThatACrashHasLeft) {
    std::ofstream(file_) << "whole\ntorn";
    configure("text", "info");
    kernelLog().info("begun");
    ASSERT_EQ(lines().size(), 3u);
    EXPECT_EQ(lines()[1], "torn");
    EXPECT_TRUE(lines()[2].ends_with(" info  kernel begun")) << lines()[2];
}

TEST_F(LogFile, RefusesAFileThatCannotBeOpened) {
    EXPECT_THROW(configureLog({"text", "info", "/proc/no/such/file"}), std::runtime_error);
    EXPECT_THROW(configureLog({"xml", "info", ""}), std::runtime_error);
    EXPECT_THROW(configureLog({"text", "loud", ""}), std::runtime_error);
}

}  // namespace
}  // namespace inkwell::kernel
