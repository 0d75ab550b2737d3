#include "sending/trial_places.h"

#include <gtest/gtest.h>

#include <list>

#include "tests/support/error_text.h"

namespace inkwell::webhooks {
namespace {

TEST(TrialPlaces, AreOneForABucketOneForAUserAndFewForTheServer) {
    TrialPlaces places;
    const auto refusal = [&](const std::string& id, const std::string& user = "") {
        return test::errorOf([&] {
            const TrialPlaces::Taken taken(places, Bucket{id, "slug-" + id, "", "", ""}, user);
        });
    };
    std::list<TrialPlaces::Taken> taken;
    taken.emplace_back(places, Bucket{"a", "a", "", "", ""}, "ann");
    EXPECT_EQ(refusal("e", "ann"), "503: another test of yours, of a webhook, is waiting for its receiver; try again");
    EXPECT_EQ(refusal("e", "ben"), "no error");
    for (const char* id : {"b", "c", "d"}) taken.emplace_back(places, Bucket{id, id, "", "", ""}, "");
    EXPECT_EQ(refusal("a"), "503: another test of a webhook of bucket 'slug-a' is waiting for its receiver; try again");
    EXPECT_EQ(refusal("e"), "503: too many tests of webhooks are waiting for their receivers; try again");
    taken.pop_front();
    EXPECT_EQ(refusal("e", "ann"), "no error");
    EXPECT_EQ(refusal("a"), "no error") << "what was refused holds no place";
}

}  // namespace
}  // namespace inkwell::webhooks
