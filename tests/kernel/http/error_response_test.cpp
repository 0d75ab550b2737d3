#include "kernel/http/error_response.h"

#include <gtest/gtest.h>

#include "inkwell/error.h"
#include "inkwell/json.h"

namespace inkwell::test {
namespace {

TEST(ErrorResponse, QuotesWhatIsNotUtf8WithReplacementCharacters) {
    Response response;
    try {
        throw ApiError::badRequest("the part 'n\xe9' is none", {{"n\xe9", "is cut: \xf0\x9f\x98"}});
    } catch (...) {
        response = kernel::errorResponse("request-1", "media");
    }
    EXPECT_EQ(response.status, 400);
    EXPECT_EQ(response.json.at("message"), "the part 'n\uFFFD' is none");
    EXPECT_EQ(response.json.at("problems"),
              (JsonArray{JsonObject{{"path", "n\uFFFD"}, {"message", "is cut: \uFFFD\uFFFD\uFFFD"}}}));
}

TEST(ErrorResponse, AsksForATokenOnceWhereOneIsMissing) {
    const auto challengesOf = [](ApiError error) {
        Response response;
        try {
            throw error;
        } catch (...) {
            response = kernel::errorResponse("request-1", "media");
        }
        std::vector<std::string> values;
        for (const auto& [name, value] : response.headers)
            if (name == "WWW-Authenticate") values.push_back(value);
        return values;
    };
    ApiError own = ApiError::unauthorized("no token");
    own.withHeader("WWW-Authenticate", "Bearer scope=\"a\"");
    EXPECT_EQ(challengesOf(ApiError::unauthorized("no key")), std::vector<std::string>{"Bearer"});
    EXPECT_EQ(challengesOf(own), std::vector<std::string>{"Bearer scope=\"a\""});
    EXPECT_EQ(challengesOf(ApiError::forbidden("no role")), std::vector<std::string>{});
}

}  // namespace
}  // namespace inkwell::test
