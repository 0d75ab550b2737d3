#include "tests/rules/include_graph.h"

#include <gtest/gtest.h>

namespace inkwell::rules {
namespace {

std::vector<std::string> waysTo(const IncludeGraph& graph, const std::string& file, const std::string& start) {
    std::vector<std::string> ways;
    for (const auto& way : graph.waysTo(file, [&](const std::string& target) { return target.starts_with(start); })) {
        ways.push_back(textOf(way));
    }
    return ways;
}

TEST(IncludeGraph, FollowsIncludesAndNamesEveryStep) {
    const IncludeGraph graph({{"kernel/a.cpp", "\n#include \"kernel/b.h\"\n"},
                              {"kernel/b.h", "#include \"inkwell/c.h\"\n"},
                              {"sdk/include/inkwell/c.h", "\n\n#include <Poco/Net/Context.h>\n"}});
    EXPECT_EQ(
        waysTo(graph, "kernel/a.cpp", "Poco/"),
        std::vector<std::string>{"kernel/a.cpp:2 -> kernel/b.h:1 -> sdk/include/inkwell/c.h:3 -> Poco/Net/Context.h"});
    EXPECT_EQ(waysTo(graph, "kernel/a.cpp", "sdk/include/inkwell/c.h").size(), 1U);
    EXPECT_TRUE(waysTo(graph, "kernel/a.cpp", "sqlite3.h").empty());
}

TEST(IncludeGraph, FindsWhatAPluginNamesFromItsRootAndWhatLiesBesideAFile) {
    const IncludeGraph graph({{"plugins/p/room/a.h", "#include \"settings.h\"\n#include \"b.h\"\n"},
                              {"plugins/p/room/b.h", ""},
                              {"plugins/p/settings.h", ""},
                              {"plugins/q/settings.h", ""}});
    EXPECT_EQ(waysTo(graph, "plugins/p/room/a.h", "plugins/"),
              (std::vector<std::string>{"plugins/p/room/a.h:1 -> plugins/p/settings.h",
                                        "plugins/p/room/a.h:2 -> plugins/p/room/b.h"}));
}

TEST(IncludeGraph, TakesTheShortestWayAndGoesInNoCircle) {
    const IncludeGraph graph({{"kernel/a.h", "#include \"kernel/b.h\"\n#include \"kernel/c.h\"\n"},
                              {"kernel/b.h", "#include \"kernel/a.h\"\n#include \"kernel/c.h\"\n"},
                              {"kernel/c.h", ""}});
    EXPECT_EQ(waysTo(graph, "kernel/a.h", "kernel/c.h"), std::vector<std::string>{"kernel/a.h:2 -> kernel/c.h"});
}

TEST(IncludeGraph, AnglesHideNothingButWhatLiesBesideTheFile) {
    const IncludeGraph graph(
        {{"kernel/a.h", "#include <kernel/b.h>\n#include <string.h>\n"}, {"kernel/b.h", ""}, {"kernel/string.h", ""}});
    EXPECT_EQ(waysTo(graph, "kernel/a.h", "kernel/"), std::vector<std::string>{"kernel/a.h:1 -> kernel/b.h"});
}

}  // namespace
}  // namespace inkwell::rules
