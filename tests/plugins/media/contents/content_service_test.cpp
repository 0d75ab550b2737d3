// What /health/ready says of the configured media store.
#include "contents/content_service.h"

#include <optional>

#include "tests/plugins/media/media_fixture.h"

namespace inkwell::media {
namespace {

/// Answers every question for a size with the same error, or with a size.
class SickStore : public inkwell::MediaStore {
public:
    std::string name() const override { return "sick"; }
    std::int64_t size(const std::string&) override {
        if (error) throw MediaStoreError(*error, "connection refused");
        return 1;
    }
    std::unique_ptr<MediaWriter> begin(const std::string&, const MediaContentInfo&) override { return nullptr; }
    std::unique_ptr<std::istream> open(const std::string&, std::int64_t, std::int64_t) override { return nullptr; }
    void remove(const std::string&) override {}
    void list(const std::function<void(const Entry&)>&) override {}
    void removeUnfinished(std::int64_t) override {}

    std::optional<MediaStoreError::Kind> error;
};

TEST(StoreHealth, IsFineWhileTheStoreAnswersAtAll) {
    test::PluginFixture fixture;
    SickStore store;
    fixture.contribute<inkwell::MediaStore>(store);
    MediaSettings settings;
    settings.store = "sick";
    ContentService contents(fixture, settings);
    EXPECT_EQ(contents.storeProblem(), "");
    store.error = MediaStoreError::Kind::NotFound;
    EXPECT_EQ(contents.storeProblem(), "");
    for (const auto kind : {MediaStoreError::Kind::Unavailable, MediaStoreError::Kind::Other}) {
        store.error = kind;
        EXPECT_EQ(contents.storeProblem(), "the media store 'sick' does not answer: connection refused");
    }
    settings.store = "gone";
    EXPECT_EQ(contents.storeProblem(), "there is no media store named 'gone'");
}

class StoreOfTheFixture : public MediaFixture {};

TEST_F(StoreOfTheFixture, IsAskedByTheReadinessCheck) { EXPECT_EQ(fixture_.healthProblem("store"), ""); }

}  // namespace
}  // namespace inkwell::media
