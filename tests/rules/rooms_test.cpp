// Which room of the kernel or of a plugin may know which, also through the headers of others; and that HTTP stays out
// of services.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "tests/rules/include_graph.h"

namespace inkwell::rules {
namespace {

using Rooms = std::map<std::string, std::set<std::string>>;

// kernel/README.md says the same in words.
const Rooms kRooms = {
    {"kernel/runtime", {}},
    {"kernel/config", {"kernel/runtime"}},
    {"kernel/data", {"kernel/runtime"}},
    {"kernel/snapshot", {"kernel/runtime"}},
    {"kernel/plugins", {"kernel/runtime", "kernel/config", "kernel/data", "kernel/snapshot"}},
    {"kernel/http/wire", {"kernel/runtime"}},
    {"kernel/http/idempotency", {"kernel/runtime", "kernel/snapshot"}},
    {"kernel/http",
     {"kernel/runtime", "kernel/config", "kernel/snapshot", "kernel/http/wire", "kernel/http/idempotency"}},
    {"kernel/http/openapi", {"kernel/runtime", "kernel/snapshot", "kernel/http"}},
    {"kernel/operator",
     {"kernel/runtime", "kernel/config", "kernel/data", "kernel/snapshot", "kernel/plugins", "kernel/http",
      "kernel/http/idempotency", "kernel/http/openapi"}},
    {"kernel/app",
     {"kernel/runtime", "kernel/config", "kernel/data", "kernel/snapshot", "kernel/plugins", "kernel/http",
      "kernel/http/idempotency", "kernel/http/openapi", "kernel/operator"}},
    {"kernel/commands",
     {"kernel/runtime", "kernel/config", "kernel/data", "kernel/snapshot", "kernel/plugins", "kernel/http",
      "kernel/http/idempotency", "kernel/http/openapi", "kernel/operator", "kernel/app"}},
};

// The rooms of each plugin that has several, from the lowest up: a room may include those before it. Files of the
// plugin's root belong to no room; what a room includes of them must not lead up either. The READMEs say the same in
// words.
using PluginRooms = std::map<std::string, std::vector<std::string>>;

const PluginRooms kPluginRooms = {
    {"media", {"contents", "records", "folders", "uploads", "tus"}},
    {"metafields", {"types", "check", "render"}},
    {"objects", {"store", "types", "read", "edit", "bulk", "type_edit", "transfer", "schema"}},
    {"users", {"accounts", "mail", "members"}},
    {"webhooks", {"records", "sending", "queue", "registrations"}},
};

std::string roomOf(const std::string& file) { return std::filesystem::path(file).parent_path().string(); }

/// One line for each include that leads where its file's room may not go.
std::vector<std::string> breachesOf(const IncludeGraph& graph, const Rooms& rooms) {
    std::vector<std::string> breaches;
    for (const std::string& file : graph.files()) {
        if (!file.starts_with("kernel/")) continue;
        const std::string room = roomOf(file);
        const auto known = rooms.find(room);
        if (known == rooms.end()) {
            breaches.push_back(file + ": the folder '" + room + "' has no place in the order of rooms");
            continue;
        }
        const auto isForbidden = [&](const std::string& target) {
            return target.starts_with("kernel/") && roomOf(target) != room && !known->second.contains(roomOf(target));
        };
        for (const IncludeGraph::Way& way : graph.waysTo(file, isForbidden)) {
            breaches.push_back(file + ":" + std::to_string(way.front().line) + ": " + room + " must not know " +
                               roomOf(way.back().target) + ": " + textOf(way));
        }
    }
    return breaches;
}

struct PluginPlace {
    std::string plugin;
    std::string room;  // "" for a file of the plugin's root, and of the SDK
};

PluginPlace placeOf(const std::string& file) {
    const std::filesystem::path folder = std::filesystem::path(file).parent_path();
    auto part = folder.begin();
    if (part == folder.end() || *part != "plugins" || ++part == folder.end()) return {};
    const std::string plugin = part->string();
    return {plugin, ++part == folder.end() ? "" : part->string()};
}

/// One line for each include that leads up in a plugin, and for each room without a place in the order.
std::vector<std::string> breachesOf(const IncludeGraph& graph, const PluginRooms& plugins) {
    std::vector<std::string> breaches;
    for (const std::string& file : graph.files()) {
        const PluginPlace place = placeOf(file);
        const auto known = plugins.find(place.plugin);
        if (place.room.empty() || known == plugins.end()) continue;
        const auto rankOf = [&](const std::string& room) { return std::ranges::find(known->second, room); };
        const auto rank = rankOf(place.room);
        if (rank == known->second.end()) {
            breaches.push_back(file + ": '" + place.room + "' has no place in the order of the plugin's rooms");
            continue;
        }
        const auto isForbidden = [&](const std::string& target) {
            const PluginPlace there = placeOf(target);
            return there.plugin == place.plugin && !there.room.empty() && rankOf(there.room) > rank;
        };
        for (const IncludeGraph::Way& way : graph.waysTo(file, isForbidden)) {
            breaches.push_back(file + ":" + std::to_string(way.front().line) + ": " + place.room + " must not know " +
                               placeOf(way.back().target).room + ": " + textOf(way));
        }
    }
    return breaches;
}

/// The rooms of each plugin, as they are.
std::map<std::string, std::set<std::string>> roomsOf(const std::vector<SourceFile>& files) {
    std::map<std::string, std::set<std::string>> rooms;
    for (const SourceFile& file : files) {
        const PluginPlace place = placeOf(file.path);
        if (!place.room.empty()) rooms[place.plugin].insert(place.room);
    }
    return rooms;
}

/// One line for each way on which a plugin's service or store meets HTTP.
std::vector<std::string> httpInServices(const IncludeGraph& graph) {
    const auto isHttp = [](const std::string& target) {
        return target == "sdk/include/inkwell/http.h" || target.starts_with("Poco/Net");
    };
    std::vector<std::string> breaches;
    for (const std::string& file : graph.files()) {
        const std::string stem = std::filesystem::path(file).stem().string();
        const bool mustNotKnow = stem.ends_with("_service") || stem.ends_with("_store");
        if (!file.starts_with("plugins/") || !mustNotKnow) continue;
        for (const IncludeGraph::Way& way : graph.waysTo(file, isHttp)) {
            breaches.push_back(file + ":" + std::to_string(way.front().line) +
                               ": a service or store must not know HTTP: " + textOf(way));
        }
    }
    return breaches;
}

void expectNone(const std::vector<std::string>& breaches) {
    for (const std::string& breach : breaches) ADD_FAILURE() << breach;
}

TEST(Rooms, NoIncludeLeadsUp) {
    expectNone(breachesOf(IncludeGraph(sourcesOf(std::vector<std::string>{"kernel", "sdk"})), kRooms));
}

TEST(Rooms, TheOrderNamesEveryRoomThereIs) {
    for (const auto& [room, may] : kRooms) {
        EXPECT_NO_THROW(sourcesOf(room)) << room;
        for (const std::string& other : may) {
            EXPECT_TRUE(kRooms.contains(other)) << room << " may know " << other;
            EXPECT_FALSE(kRooms.at(other).contains(room)) << room << " and " << other << " may know each other";
        }
    }
}

TEST(Rooms, ARoomThatLooksUpIsFound) {
    const IncludeGraph graph({{"kernel/runtime/log.h", "\n#include \"kernel/http/router.h\"\n"},
                              {"kernel/http/router.h", ""},
                              {"kernel/http/listener.h", "#include \"kernel/runtime/log.h\"\n"}});
    EXPECT_EQ(breachesOf(graph, kRooms),
              std::vector<std::string>{"kernel/runtime/log.h:2: kernel/runtime must not know kernel/http: "
                                       "kernel/runtime/log.h:2 -> kernel/http/router.h"});
}

TEST(Rooms, ARoomThatLooksUpThroughAnothersHeaderIsFound) {
    // Each step is allowed, but the operator's room must not know how bytes travel.
    const IncludeGraph graph({{"kernel/operator/watch.h", "#include \"kernel/http/server.h\"\n"},
                              {"kernel/http/server.h", "\n#include \"kernel/http/wire/connection.h\"\n"},
                              {"kernel/http/wire/connection.h", ""}});
    EXPECT_EQ(breachesOf(graph, kRooms),
              std::vector<std::string>{
                  "kernel/operator/watch.h:1: kernel/operator must not know kernel/http/wire: "
                  "kernel/operator/watch.h:1 -> kernel/http/server.h:2 -> kernel/http/wire/connection.h"});
}

TEST(Rooms, AFolderWithoutAPlaceInTheOrderIsFound) {
    EXPECT_EQ(
        breachesOf(IncludeGraph(std::vector<SourceFile>{{"kernel/attic/box.h", ""}}), kRooms),
        std::vector<std::string>{"kernel/attic/box.h: the folder 'kernel/attic' has no place in the order of rooms"});
}

TEST(Rooms, NoIncludeOfAPluginLeadsUp) {
    expectNone(breachesOf(IncludeGraph(sourcesOf(std::vector<std::string>{"plugins", "sdk"})), kPluginRooms));
}

TEST(Rooms, EveryPluginWithSeveralRoomsHasAnOrder) {
    std::map<std::string, std::set<std::string>> rooms = roomsOf(sourcesOf("plugins"));
    std::erase_if(rooms, [](const auto& one) { return one.second.size() == 1; });
    std::map<std::string, std::set<std::string>> ordered;
    for (const auto& [plugin, order] : kPluginRooms) ordered[plugin] = {order.begin(), order.end()};
    EXPECT_EQ(rooms, ordered);
}

TEST(Rooms, TheReadmeOfAPluginHasTheOrderToo) {
    for (const auto& [plugin, order] : kPluginRooms) {
        const std::string readme = readFile(SOURCE_TREE "/plugins/" + plugin + "/README.md");
        std::size_t after = 0;
        for (const std::string& room : order) {
            const std::size_t row = readme.find("\n| `" + room + "/` | ", after);
            ASSERT_NE(row, std::string::npos) << "plugins/" << plugin << "/README.md lacks `" << room << "/` or has it "
                                              << "before a lower room";
            after = row;
        }
    }
}

TEST(Rooms, ARoomOfAPluginThatLooksUpIsFound) {
    const PluginRooms rooms = {{"p", {"store", "edit"}}};
    const IncludeGraph graph({{"plugins/p/store/box.h", "#include \"words.h\"\n#include \"store/lid.h\"\n"},
                              {"plugins/p/store/lid.h", ""},
                              {"plugins/p/words.h", "\n#include \"edit/form.h\"\n"},
                              {"plugins/p/edit/form.h", "#include \"store/lid.h\"\n"},
                              {"plugins/p/attic/old.h", ""},
                              {"plugins/p/plugin.cpp", "#include \"edit/form.h\"\n"}});
    EXPECT_EQ(
        breachesOf(graph, rooms),
        (std::vector<std::string>{"plugins/p/attic/old.h: 'attic' has no place in the order of the plugin's rooms",
                                  "plugins/p/store/box.h:1: store must not know edit: "
                                  "plugins/p/store/box.h:1 -> plugins/p/words.h:2 -> plugins/p/edit/form.h"}));
}

TEST(Rooms, ServicesAndStoresKnowNoHttp) {
    expectNone(httpInServices(IncludeGraph(sourcesOf(std::vector<std::string>{"plugins", "sdk"}))));
}

TEST(Rooms, AServiceThatMeetsHttpThroughAHeaderIsFound) {
    const IncludeGraph graph({{"plugins/p/mail_service.h", "#include \"settings.h\"\n#include \"mail/client.h\"\n"},
                              {"plugins/p/settings.h", "#include \"inkwell/registrar.h\"\n"},
                              {"plugins/p/mail/client.h", "#include <Poco/Net/StreamSocket.h>\n"},
                              {"plugins/p/mail_routes.cpp", "#include \"inkwell/http.h\"\n"},
                              {"sdk/include/inkwell/registrar.h", "\n#include \"inkwell/http.h\"\n"},
                              {"sdk/include/inkwell/http.h", ""}});
    const std::string start = "plugins/p/mail_service.h:";
    EXPECT_EQ(
        httpInServices(graph),
        (std::vector<std::string>{
            start + "2: a service or store must not know HTTP: " + start +
                "2 -> plugins/p/mail/client.h:1 -> Poco/Net/StreamSocket.h",
            start + "1: a service or store must not know HTTP: " + start +
                "1 -> plugins/p/settings.h:1 -> sdk/include/inkwell/registrar.h:2 -> sdk/include/inkwell/http.h"}));
}

}  // namespace
}  // namespace inkwell::rules
