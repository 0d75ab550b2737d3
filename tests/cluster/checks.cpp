#include "tests/cluster/checks.h"

#include <set>
#include <stdexcept>

#include "tests/support/eventually.h"

namespace inkwell::test {

namespace {

constexpr int kPage = 1000;

std::string idOf(const JsonObject& object) { return std::string(textOf(object, "id")); }

// "object.edited.published of 65f0... with 7"
std::string eventOf(const JsonObject& body) {
    const JsonObject& data = body.at("data").as_object();
    return std::string(textOf(body, "type")) + " of " + idOf(data) + " with " + std::to_string(valueOf(data, "a"));
}

}  // namespace

Checks::Objects Checks::objectsAt(int port, const std::string& more) const {
    Objects all;
    for (int skip = 0;; skip += kPage) {
        const Reply reply = sendRequest(
            port, "GET",
            kBucketPath + "/objects?props=id,slug,title,status,type,metadata&limit=" + std::to_string(kPage) +
                "&skip=" + std::to_string(skip) + "&read_key=" + door_.readKey + more);
        if (reply.status == 404) return all;  // there are none
        if (reply.status != 200) throw std::runtime_error("the objects cannot be listed: " + reply.body);
        const JsonArray page = reply.array("objects");
        for (const Json& one : page) all[idOf(one.as_object())] = one.as_object();
        if (page.size() < kPage) return all;
    }
}

void Checks::nothingIsLostOrHalfThere() {
    const Objects all = objectsAt(site_.port(0), "&status=any&use_cache=false");
    std::multimap<std::string, std::string> titles;
    for (const auto& [id, object] : all) {
        titles.emplace(textOf(object, "title"), id);
        if (valueOf(object, "a") != valueOf(object, "b")) fault("the object '" + id + "' is half there");
    }
    for (const Written& written : records_.written_) checkWritten(written, all, titles);
}

void Checks::checkWritten(const Written& written, const Objects& all,
                          const std::multimap<std::string, std::string>& titles) {
    const std::string name = "'" + written.title + "' (" + written.id + ")";
    const auto copies = titles.count(written.title);
    if (copies > 1) fault(name + " is there " + std::to_string(copies) + " times");
    if (written.deleted && copies != 0) fault(name + " was deleted or refused and is there");
    if (written.id.empty() || written.deleted) return;
    const auto found = all.find(written.id);
    if (found == all.end()) {
        if (!written.perhapsDeleted) fault(name + " was acknowledged and is lost");
        return;
    }
    const int value = valueOf(found->second, "a");
    if (value != written.value && (!written.perhaps || value != *written.perhaps))
        fault(name + " has the value " + std::to_string(value) + ", acknowledged was " + std::to_string(written.value));
}

void Checks::noSlugIsThereTwice() {
    std::map<std::string, std::string> slugs;
    for (const auto& [id, object] : objectsAt(site_.port(1), "&status=any&use_cache=false")) {
        const auto [first, isNew] = slugs.emplace(textOf(object, "slug"), id);
        if (!isNew) fault("the slug '" + first->first + "' is that of '" + first->second + "' and of '" + id + "'");
    }
}

void Checks::filesAreWhole() {
    for (const Uploaded& file : records_.uploaded_) {
        const Reply reply = sendRequest(door_.port, "GET", "/v2/media-files/trial/" + file.name);
        if (reply.status != 200 || reply.body != file.bytes)
            fault("the file '" + file.name + "' is not as it was uploaded: " + std::to_string(reply.status));
    }
}

void Checks::schedulesFiredOnce() {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    for (const Written& written : records_.written_) {
        if (!written.scheduled || written.id.empty()) continue;
        const std::string object =
            kBucketPath + "/objects/" + written.id + "?use_cache=false&read_key=" + door_.readKey;
        const auto isPublished = [&] {
            return sendRequest(site_.port(2), "GET", object).status == 200 ||
                   std::chrono::steady_clock::now() > deadline;
        };
        if (!eventually(isPublished, std::chrono::seconds(60)) || std::chrono::steady_clock::now() > deadline) {
            fault("'" + written.title + "' was not published");
            continue;
        }
        Reply audit;
        const auto publications = [&] {
            audit = sendRequest(door_.port, "GET", kBucketPath + "/audit?kind=object&id=" + written.id,
                                headersOf(door_.token));
            int count = 0;
            for (const Json& one : audit.array("audit")) count += textOf(one.as_object(), "action") == "edited" ? 1 : 0;
            return count;
        };
        // Another server was asked whether it is published: the one behind the door may be a moment behind.
        const bool isThere = eventually([&] { return publications() > 0; }, std::chrono::seconds(30));
        if (const int count = publications(); !isThere || count != 1)
            fault("'" + written.title + "' was published " + std::to_string(count) + " times: " + audit.body);
    }
}

// What is committed outside of its transaction, by itself, has either no change or one too many.
void Checks::versionsAreChanges() {
    const std::string differing = galera_.run(
        0,
        "SET SESSION wsrep_sync_wait = 15; SELECT o.id, o.version, (SELECT COUNT(*) FROM inkwell.changes c WHERE "
        "c.kind = "
        "'object' AND c.resource_id = o.id) AS told FROM inkwell.objects o WHERE o.live = 1 HAVING o.version <> told");
    if (differing.find_first_not_of(" \n") != std::string::npos)
        fault("objects have been changed another number of times than was told: " + differing);
}

void Checks::webhooksCameUnderOneId(const HttpReceiver& receiver) {
    std::set<std::string> wanted;
    for (const Written& written : records_.written_) {
        if (written.id.empty()) continue;
        bool isFirst = true;
        for (const int value : written.announced) {
            wanted.insert(std::string(isFirst ? "object.created.published" : "object.edited.published") + " of " +
                          written.id + " with " + std::to_string(value));
            isFirst = false;
        }
        if (written.scheduled)
            wanted.insert("object.edited.published of " + written.id + " with " + std::to_string(written.value));
    }
    std::map<std::string, std::set<std::string>> ids;
    const auto haveAllCome = [&] {
        ids.clear();
        for (const auto& one : receiver.requests()) ids[eventOf(one.json())].insert(one.header("webhook-id"));
        for (const std::string& event : wanted)
            if (!ids.contains(event)) return false;
        return true;
    };
    static_cast<void>(eventually(haveAllCome, std::chrono::seconds(60)));
    for (const std::string& event : wanted)
        if (!ids.contains(event)) fault("no webhook came of " + event);
    for (const auto& [event, some] : ids)
        if (some.size() != 1) fault("the webhook of " + event + " came under " + std::to_string(some.size()) + " ids");
    records_.counts_["webhooks wanted"] = static_cast<int>(wanted.size());
    records_.counts_["webhooks received"] = static_cast<int>(receiver.requests().size());
}

void Checks::noServerIsStale() {
    const Objects right = objectsAt(site_.port(0), "&use_cache=false");
    for (int server = 0; server < Site::kServers; ++server) {
        if (objectsAt(site_.port(server), "") != right)
            fault("server " + std::to_string(server) + " shows an old list");
        for (const auto& [id, object] : right) {
            const Reply reply =
                sendRequest(site_.port(server), "GET",
                            kBucketPath + "/objects/" + id + "?props=id,metadata&read_key=" + door_.readKey);
            if (reply.status != 200 || valueOf(reply.object("object"), "a") != valueOf(object, "a"))
                fault("server " + std::to_string(server) + " shows '" + id + "' as it was: " + reply.body);
        }
    }
}

void Checks::nodesAreEqual() {
    const std::string tables = galera_.run(
        0,
        "SELECT GROUP_CONCAT(CONCAT('inkwell.', table_name)) FROM information_schema.tables WHERE table_schema = "
        "'inkwell' AND table_type = 'BASE TABLE'");
    const std::string sums = "SET SESSION wsrep_sync_wait = 15; CHECKSUM TABLE " + tables.substr(0, tables.find('\n'));
    const std::string first = galera_.run(0, "SET SESSION group_concat_max_len = 100000; " + sums);
    for (int node = 1; node < Galera::kNodes; ++node)
        if (galera_.run(node, sums) != first) fault("database node " + std::to_string(node) + " has another content");
}

}  // namespace inkwell::test
