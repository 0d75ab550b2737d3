#include "schema/rename_markers.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace inkwell::objects {
namespace {

std::vector<std::string> faultsOf(const std::vector<RenameMarker>& described, const std::set<std::string>& stored) {
    const RenameMarkers markers(described, [&](const std::string& name) { return stored.contains(name); });
    std::vector<std::string> faults;
    for (std::size_t i = 0; i < described.size(); ++i) faults.push_back(markers.fault(i).substr(0, 13));
    return faults;
}

using Faults = std::vector<std::string>;

TEST(RenameMarkers, OfOneThatIsGoneOrOfNoneHaveNoFault) {
    EXPECT_EQ(faultsOf({{"a", ""}, {"b", "b"}, {"c", "old"}, {"d", "never"}}, {"old"}), (Faults{"", "", "", ""}));
    EXPECT_EQ(faultsOf({{"a", "b"}, {"b", ""}}, {"a", "b"}), (Faults{"", ""})) << "of an earlier time";
}

TEST(RenameMarkers, OfARingLeadBackAndThoseThatLeadIntoItDoNot) {
    EXPECT_EQ(
        faultsOf({{"in", "a"}, {"a", "b"}, {"b", "c"}, {"c", "a"}, {"into", "in"}}, {"a", "b", "c", "in", "into"}),
        (Faults{"", "leads back to", "leads back to", "leads back to", ""}));
}

TEST(RenameMarkers, OfWhatIsDescribedOrTakenNameIt) {
    EXPECT_EQ(faultsOf({{"new", "old"}, {"old", ""}}, {"old"}), (Faults{"names 'old', ", ""}));
    EXPECT_EQ(faultsOf({{"new", "old"}, {"newer", "old"}}, {"old"}), (Faults{"", "names 'old', "}));
    EXPECT_EQ(faultsOf({{"stored", "old"}, {"new", "old"}}, {"stored", "old"}), (Faults{"", ""}));
}

// Each looked at all others, and along the whole chain: an hour for these.
TEST(RenameMarkers, OfALongChainAreEachLookedAtOnce) {
    std::vector<RenameMarker> chain;
    for (int i = 0; i < 20'000; ++i) chain.push_back({std::to_string(i), std::to_string(i + 1)});
    EXPECT_EQ(faultsOf(chain, {}), Faults(chain.size()));
}

}  // namespace
}  // namespace inkwell::objects
