#include "tests/cluster/clients.h"

#include <chrono>
#include <thread>

namespace inkwell::test {

namespace {

using std::chrono::milliseconds;
using SteadyClock = std::chrono::steady_clock;

constexpr std::chrono::seconds kPatience{60};
constexpr int kSlugsOfAll = 40;

std::int64_t nowMs() {
    return std::chrono::duration_cast<milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

// The number in front of the digest.
std::string versionOf(const Reply& reply) {
    const auto found = reply.headers.find("etag");
    if (found == reply.headers.end()) return "";
    return found->second.substr(1, found->second.find('-') - 1);
}

std::string codeOf(const Reply& reply) {
    try {
        return std::string(textOf(reply.json(), "code"));
    } catch (const std::exception&) {
        return "";  // of the proxy
    }
}

}  // namespace

int valueOf(const JsonObject& object, const std::string& name) {
    const auto* metadata = object.if_contains("metadata");
    if (metadata == nullptr || !metadata->is_object()) return -1;
    const std::string_view text = textOf(metadata->as_object(), name);
    return text.empty() ? -1 : std::stoi(std::string(text));
}

Headers headersOf(const std::string& token, const Headers& more) {
    Headers all{bearer(token)};
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

Client::Client(const Door& door, Records& records, int number, const std::atomic<bool>& isOver)
    : door_(door), records_(records), number_(number), isOver_(isOver), random_(static_cast<unsigned>(number + 1)) {}

void Client::run() {
    while (!isOver_) {
        const unsigned dice = random_() % 100;
        if (dice < 35)
            create();
        else if (dice < 70)
            edit();
        else if (dice < 80)
            createPlainly();
        else if (dice < 85)
            createWithSlugOfAll();
        else if (dice < 91)
            createScheduled();
        else if (dice < 95)
            remove();
        else
            upload();
        std::this_thread::sleep_for(milliseconds(20 + random_() % 80));
    }
    for (Written& one : own_) records_.add(std::move(one));
}

// What the contract says: after these a write may have happened, after any other refusal it has not.
Client::Outcome Client::classify(const std::string& what) {
    if (reply_.status == 200) {
        records_.count(what + " done");
        return Outcome::Done;
    }
    const std::string code = codeOf(reply_);
    const bool isUnknown =
        reply_.status == 0 || reply_.status == 502 || reply_.status == 504 || code == "outcome_unknown";
    records_.count(reply_.status == 0
                       ? std::string("no answer")
                       : "answer " + std::to_string(reply_.status) + " " + (code.empty() ? "of the proxy" : code));
    if (reply_.status == 500) records_.fault(what + " was answered " + reply_.body);
    return isUnknown ? Outcome::Unknown : Outcome::Refused;
}

Client::Outcome Client::send(const std::string& method, const std::string& path, const Headers& headers,
                             const Json& body) {
    const auto begin = SteadyClock::now();
    try {
        reply_ = sendRequest(door_.port, method, kBucketPath + path, headersOf(door_.token, headers),
                             body.is_null() ? "" : writeJson(body));
    } catch (const std::exception&) {
        reply_ = {};
    }
    const Outcome outcome = classify(method);
    if (outcome == Outcome::Done)
        records_.slowest(std::chrono::duration_cast<milliseconds>(SteadyClock::now() - begin));
    return outcome;
}

Client::Outcome Client::insist(const std::string& method, const std::string& path, const Headers& headers,
                               const Json& body) {
    const auto deadline = SteadyClock::now() + kPatience;
    bool isUnknown = false;
    for (;;) {
        const Outcome outcome = send(method, path, headers, body);
        const bool mayPass = reply_.status == 503 || (reply_.status == 409 && reply_.headers.contains("retry-after"));
        if (outcome == Outcome::Done || (outcome == Outcome::Refused && !mayPass)) return outcome;
        isUnknown = isUnknown || outcome == Outcome::Unknown || reply_.status == 409;
        if (SteadyClock::now() > deadline) return isUnknown ? Outcome::Unknown : Outcome::Refused;
        pauseBriefly();
    }
}

void Client::pauseBriefly() { std::this_thread::sleep_for(milliseconds(50 + random_() % 200)); }

std::string Client::nextTitle(const char* kind) {
    return std::string(kind) + "-" + std::to_string(number_) + "-" + std::to_string(++made_);
}

Json Client::bodyOf(const std::string& title, int value) const {
    return JsonObject{{"type", "posts"},
                      {"title", title},
                      {"metadata", {{"a", std::to_string(value)}, {"b", std::to_string(value)}}}};
}

void Client::create() {
    Written object;
    object.title = nextTitle("made");
    object.value = ++values_;
    Json body = bodyOf(object.title, object.value);
    body.as_object()["trigger_webhook"] = true;
    const Outcome outcome = insist("POST", "/objects", {{"Idempotency-Key", object.title}}, body);
    if (outcome == Outcome::Refused) {
        if (reply_.status != 503) records_.fault("'" + object.title + "' was refused: " + reply_.body);
        return;
    }
    if (outcome == Outcome::Done) {
        object.id = std::string(textOf(reply_.object("object"), "id"));
        object.announced.insert(object.value);
        versions_[object.id] = versionOf(reply_);
    }
    own_.push_back(std::move(object));
}

// Without a key and once: what an answer says of it counts.
void Client::createPlainly() {
    Written object;
    object.title = nextTitle("plain");
    object.value = ++values_;
    const Outcome outcome = send("POST", "/objects", {}, bodyOf(object.title, object.value));
    if (outcome == Outcome::Done) object.id = std::string(textOf(reply_.object("object"), "id"));
    if (outcome == Outcome::Refused) object.deleted = true;  // it must not be there
    records_.add(std::move(object));
}

// Several clients want the same one at once, at different servers and nodes.
void Client::createWithSlugOfAll() {
    Written object;
    object.title = nextTitle("same");
    object.value = ++values_;
    Json body = bodyOf(object.title, object.value);
    body.as_object()["slug"] = "same-" + std::to_string(nowMs() / 1000 % kSlugsOfAll);
    const Outcome outcome = insist("POST", "/objects", {{"Idempotency-Key", object.title}}, body);
    if (outcome == Outcome::Done) object.id = std::string(textOf(reply_.object("object"), "id"));
    if (outcome == Outcome::Refused) object.deleted = true;
    records_.add(std::move(object));
}

void Client::createScheduled() {
    Written object;
    object.title = nextTitle("planned");
    object.value = ++values_;
    object.scheduled = true;
    Json body = bodyOf(object.title, object.value);
    body.as_object()["trigger_webhook"] = true;
    body.as_object()["publish_at"] = nowMs() + 3000 + static_cast<std::int64_t>(random_() % 12'000);
    const Outcome outcome = insist("POST", "/objects", {{"Idempotency-Key", object.title}}, body);
    if (outcome == Outcome::Refused) return;  // its time has passed meanwhile
    if (outcome == Outcome::Done) object.id = std::string(textOf(reply_.object("object"), "id"));
    records_.add(std::move(object));
}

Written* Client::pick() {
    if (own_.empty()) return nullptr;
    Written& one = own_[random_() % own_.size()];
    const bool isKnown = !one.id.empty() && !one.deleted && !one.perhapsDeleted && !one.perhaps;
    return isKnown ? &one : nullptr;
}

void Client::edit() {
    Written* const object = pick();
    if (object == nullptr) return;
    const int value = ++values_;
    const bool announces = random_() % 2 == 0;
    std::string version = versions_[object->id];
    const auto deadline = SteadyClock::now() + kPatience;
    object->perhaps = value;
    while (!tryEdit(*object, value, announces, version) && SteadyClock::now() < deadline) {
        pauseBriefly();
    }
}

// True when it is known what became of it.
bool Client::tryEdit(Written& object, int value, bool announces, std::string& version) {
    const std::string text = std::to_string(value);
    const Headers headers = version.empty() ? Headers() : Headers{{"If-Match", "\"" + version + "\""}};
    const Outcome outcome = send("PATCH", "/objects/" + object.id, headers,
                                 JsonObject{{"metadata", {{"a", text}, {"b", text}}}, {"trigger_webhook", announces}});
    if (outcome == Outcome::Unknown || reply_.status == 503) return false;
    if (outcome == Outcome::Refused) {
        if (reply_.status != 412) {
            records_.fault("the edit of '" + object.title + "' was refused: " + reply_.body);
            object.perhaps.reset();
            return true;
        }
        const JsonObject current = reply_.object("current");
        const int found = valueOf(current, "a");
        version = versionOf(reply_);
        if (found == object.value) return false;  // the version was not known
        if (found != value) {
            records_.fault("'" + object.title + "' has the value " + std::to_string(found) + ", acknowledged were " +
                           std::to_string(object.value) + " and perhaps " + text);
            return false;
        }
    }
    object.value = value;
    object.perhaps.reset();
    if (announces) object.announced.insert(value);
    versions_[object.id] = outcome == Outcome::Done ? versionOf(reply_) : version;
    return true;
}

void Client::remove() {
    Written* const object = pick();
    if (object == nullptr) return;
    bool wasUnknown = false;
    const auto deadline = SteadyClock::now() + kPatience;
    for (object->perhapsDeleted = true; SteadyClock::now() < deadline;) {
        const Outcome outcome = send("DELETE", "/objects/" + object->id, {}, nullptr);
        if (outcome == Outcome::Done || (reply_.status == 404 && wasUnknown)) {
            object->deleted = true;
            return;
        }
        if (outcome == Outcome::Refused && reply_.status != 503) {
            records_.fault("the deletion of '" + object->title + "' was refused: " + reply_.body);
            return;
        }
        wasUnknown = wasUnknown || outcome == Outcome::Unknown;
        pauseBriefly();
    }
}

void Client::upload() {
    Uploaded file;
    file.name = nextTitle("file") + ".bin";
    file.bytes.resize(200 + random_() % 20'000);
    for (char& byte : file.bytes) byte = static_cast<char>(random_());
    const std::string body = "--limit\r\nContent-Disposition: form-data; name=\"media\"; filename=\"" + file.name +
                             "\"\r\n\r\n" + file.bytes + "\r\n--limit--\r\n";
    const Headers headers = headersOf(
        door_.token, {{"Content-Type", "multipart/form-data; boundary=limit"}, {"Idempotency-Key", file.name}});
    const auto deadline = SteadyClock::now() + kPatience;
    while (SteadyClock::now() < deadline) {
        try {
            reply_ = sendRequest(door_.uploadPort, "POST", kBucketPath + "/media", headers, body);
        } catch (const std::exception&) {
            reply_ = {};
        }
        const Outcome outcome = classify("upload");
        if (outcome == Outcome::Done) {
            const JsonObject media = reply_.object("media");
            records_.add(Uploaded{std::string(textOf(media, "id")), std::string(textOf(media, "name")), file.bytes});
            return;
        }
        if (outcome == Outcome::Refused && reply_.status != 503 && reply_.status != 409) {
            records_.fault("the upload of '" + file.name + "' was refused: " + reply_.body);
            return;
        }
        pauseBriefly();
    }
}

}  // namespace inkwell::test
