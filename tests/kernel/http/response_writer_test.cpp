#include "kernel/http/response_writer.h"

#include <gtest/gtest.h>

#include "inkwell/precondition.h"

namespace inkwell::kernel {
namespace {

Response small() { return Response::ok({{"a", 1}}); }
Response large() { return Response::ok({{"text", std::string(5000, 'x')}}); }

AnswerForm read() {
    AnswerForm form;
    form.isRead = true;
    return form;
}
AnswerForm zipped() {
    AnswerForm form = read();
    form.gzip = true;
    return form;
}

std::string header(const Answer& answer, const std::string& name) {
    for (const auto& [key, value] : answer.headers) {
        if (key == name) return value;
    }
    return "(none)";
}

TEST(ResponseWriter, GivesEveryReadAStrongETag) {
    const Answer answer = renderAnswer(small(), read());
    EXPECT_EQ(answer.text(), R"({"a":1})");
    const std::string tag = header(answer, "ETag");
    EXPECT_EQ(tag.size(), 34u);
    EXPECT_EQ(tag.front(), '"');
    EXPECT_EQ(header(renderAnswer(small(), read()), "ETag"), tag);
    EXPECT_NE(header(renderAnswer(large(), read()), "ETag"), tag);
    EXPECT_EQ(header(renderAnswer(small(), {}), "ETag"), "(none)");
}

TEST(ResponseWriter, PutsAShownVersionInFrontOfTheDigest) {
    const std::string digest = header(renderAnswer(small(), read()), "ETag").substr(1);
    Response response = small();
    showVersion(response, 7);
    EXPECT_EQ(header(renderAnswer(response, read()), "ETag"), "\"7-" + digest);
    EXPECT_EQ(header(renderAnswer(response, {}), "ETag"), "\"7-" + digest) << "of a write";
    AnswerForm again = read();
    again.ifNoneMatch = "\"7-" + digest;
    EXPECT_EQ(renderAnswer(response, again).status, 304);
    again.ifNoneMatch = "\"" + digest;
    EXPECT_EQ(renderAnswer(response, again).status, 200);
    response.status = 412;
    EXPECT_EQ(header(renderAnswer(response, {}), "ETag"), "\"7-" + digest);
    Response big = large();
    showVersion(big, 7);
    const std::string tag = header(renderAnswer(big, read()), "ETag");
    EXPECT_EQ(header(renderAnswer(big, zipped()), "ETag"), tag.substr(0, tag.size() - 1) + "-gzip\"");
}

TEST(ResponseWriter, TagsNoErrorAndAllowsNobodyToKeepIt) {
    Response response = small();
    response.status = 404;
    const Answer answer = renderAnswer(response, read());
    EXPECT_EQ(header(answer, "ETag"), "(none)");
    EXPECT_EQ(header(answer, "Cache-Control"), "no-store");
    EXPECT_EQ(header(renderAnswer(small(), read()), "Cache-Control"), "private, no-cache");
}

TEST(ResponseWriter, AnswersNotModifiedToAnyFormOfTheTag) {
    const std::string tag = header(renderAnswer(large(), read()), "ETag");
    const std::string zippedTag = header(renderAnswer(large(), zipped()), "ETag");
    EXPECT_NE(tag, zippedTag);
    for (const std::string& condition :
         {tag, "W/" + tag, zippedTag, "\"x\", " + tag, tag + ",\"x\"", std::string("*")}) {
        for (AnswerForm form : {read(), zipped()}) {
            form.ifNoneMatch = condition;
            const Answer answer = renderAnswer(large(), form);
            EXPECT_EQ(answer.status, 304) << condition;
            EXPECT_EQ(answer.text(), "");
            EXPECT_NE(header(answer, "ETag"), "(none)");
            EXPECT_EQ(header(answer, "Content-Type"), "(none)");
        }
    }
}

TEST(ResponseWriter, AnswersInFullToAnotherTag) {
    for (const char* condition : {"\"x\"", "", "x", "\"", ",,", "W/"}) {
        AnswerForm form = read();
        form.ifNoneMatch = condition;
        EXPECT_EQ(renderAnswer(small(), form).status, 200) << condition;
    }
}

TEST(ResponseWriter, CompressesOnlyLargeAnswers) {
    EXPECT_EQ(header(renderAnswer(small(), zipped()), "Content-Encoding"), "(none)");
    const Answer answer = renderAnswer(large(), zipped());
    EXPECT_EQ(header(answer, "Content-Encoding"), "gzip");
    EXPECT_LT(answer.text().size(), 500u);
    EXPECT_EQ(header(answer, "Vary"), "Accept-Encoding");
    EXPECT_EQ(header(renderAnswer(large(), read()), "Vary"), "Accept-Encoding");
}

TEST(ResponseWriter, IndentsWhenAsked) {
    AnswerForm form = read();
    form.pretty = true;
    const Answer answer = renderAnswer(small(), form);
    EXPECT_NE(answer.text().find('\n'), std::string::npos);
    EXPECT_EQ(boost::json::parse(answer.text()), boost::json::parse(R"({"a":1})"));
}

TEST(ResponseWriter, KeepsTheHeadersOfTheResponse) {
    Response response = small();
    response.headers = {{"Cache-Control", "public, max-age=60"}, {"Location", "/x"}};
    const Answer answer = renderAnswer(response, read());
    EXPECT_EQ(header(answer, "Cache-Control"), "public, max-age=60");
    EXPECT_EQ(header(answer, "Location"), "/x");
    EXPECT_EQ(header(answer, "X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(header(answer, "Content-Type"), "application/json; charset=utf-8");
}

TEST(ResponseWriter, RefusesAHeaderWithALineBreak) {
    Response response = small();
    response.headers = {{"Location", "/x\r\nSet-Cookie: a=b"}};
    EXPECT_THROW(renderAnswer(response, read()), std::logic_error);
}

TEST(AcceptEncoding, AllowsGzipUnlessItsWeightIsZero) {
    for (const char* value : {"gzip", "GZIP", "deflate, gzip;q=0.5", "br;q=1.0, gzip;q=0.8, *;q=0.1", "*", "x-gzip"}) {
        EXPECT_TRUE(acceptsGzip(value)) << value;
    }
    for (const char* value : {"", "identity", "gzip;q=0", "gzip; q=0.0", "*;q=0", "br", "gzip;q=0, *"}) {
        EXPECT_FALSE(acceptsGzip(value)) << value;
    }
}

}  // namespace
}  // namespace inkwell::kernel
