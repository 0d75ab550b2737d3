#include "inkwell/write_answer.h"

#include <gtest/gtest.h>

#include "fake_services.h"

namespace inkwell {
namespace {

class NoWords : public std::exception {
public:
    const char* what() const noexcept override { return nullptr; }
};

template <class Thrown>
std::string logOfAnswerThatThrows(Thrown thrown) {
    testkit::CapturingLog log;
    const auto answer =
        renderAfterCommit(log, Bucket{}, Access::writeKey(), [&](const RenderOptions&) -> JsonObject { throw thrown; });
    EXPECT_FALSE(answer.has_value());
    return log.lines().size() == 1 ? log.lines()[0].text : "no line";
}

TEST(AnswerOfAStoredWrite, IsLeftOutWhateverItsRenderingThrows) {
    const std::string begin = "a write is committed, but its answer shows no relations: ";
    EXPECT_EQ(logOfAnswerThatThrows(std::runtime_error("broken")), begin + "broken");
    EXPECT_EQ(logOfAnswerThatThrows(ApiError::conflict("taken")), begin + "taken");
    EXPECT_EQ(logOfAnswerThatThrows(42), begin + "an exception that is no std::exception");
    EXPECT_EQ(logOfAnswerThatThrows(NoWords()), begin);
}

}  // namespace
}  // namespace inkwell
