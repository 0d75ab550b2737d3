#include "registrations/webhook_input.h"

#include <algorithm>
#include <set>

#include "inkwell/props.h"
#include "inkwell/slug.h"
#include "inkwell/text.h"
#include "records/events.h"
#include "sending/http_sender.h"

namespace inkwell::webhooks {

namespace {

constexpr std::size_t kMaxEventLength = 100;
constexpr std::size_t kMaxPropsLength = 8192;

std::string allEvents() {
    std::string list;
    for (const std::string_view event : kEvents) list.append(list.empty() ? "'" : ", '").append(event).append("'");
    return list;
}

std::string shown(const std::string& text) { return codePoints(text) > kMaxEventLength ? "this" : "'" + text + "'"; }

// Of an array: its strings, each once. A problem for every other item; one alone, and nothing, for an array that is too
// long, before anything is looked at.
std::optional<std::vector<std::string>> readList(JsonReader& reader, std::string_view key, std::size_t maxSize,
                                                 WebhookInput& input,
                                                 const std::function<std::string(const std::string&)>& problemOf) {
    const JsonArray* list = reader.array(key);
    if (list == nullptr) return std::nullopt;
    if (list->size() > maxSize) {
        reader.problem(
            key, "has " + std::to_string(list->size()) + " items; at most " + std::to_string(maxSize) + " are allowed");
        return std::nullopt;
    }
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < list->size(); ++i) {
        const Json& one = (*list)[i];
        const std::string path = reader.pathOf(key) + "[" + std::to_string(i) + "]";
        if (!one.is_string()) {
            input.problems.add(path, "must be a string, not " + std::string(jsonKindName(one)));
            continue;
        }
        std::string text(one.get_string());
        if (const std::string problem = problemOf(text); !problem.empty()) {
            input.problems.add(path, problem);
        } else if (std::find(texts.begin(), texts.end(), text) == texts.end()) {
            texts.push_back(std::move(text));
        }
    }
    return texts;
}

std::string eventProblem(const std::string& event) {
    return isEvent(event) ? "" : shown(event) + " is not an event; the events are " + allEvents();
}

void readEvents(JsonReader& reader, WebhookInput& input) {
    const bool one = reader.has("event");
    const bool many = reader.has("events");
    if (const auto event = reader.text("event", kMaxEventLength)) {
        if (const std::string problem = eventProblem(*event); !problem.empty()) reader.problem("event", problem);
        input.events = {*event};
    }
    const auto events = readList(reader, "events", kMaxEvents, input, eventProblem);
    if (one && many) return reader.problem("events", "must not be given together with 'event'");
    if (!events) return;
    if (reader.array("events")->empty()) reader.problem("events", "must name at least one event: " + allEvents());
    input.events = events;
}

std::string typeProblem(const std::string& slug) {
    return isSlug(slug) ? "" : shown(slug) + " is not the slug of an object type";
}

void readObjectTypes(JsonReader& reader, WebhookInput& input) {
    input.objectTypes = readList(reader, "object_types", kMaxObjectTypes, input, typeProblem);
}

void readProps(JsonReader& reader, WebhookInput& input) {
    input.props = reader.text("props", kMaxPropsLength);
    if (!input.props) return;
    try {
        Props::parse(*input.props);
    } catch (const ApiError& error) {
        reader.problem("props", error.message());
    }
}

// Beside what belongs to the connection, which the sender knows. Whatever a name has between its letters and digits:
// many receivers hand "Webhook_Id" and "Webhook-Id" on as the same.
bool isOurs(std::string lowerName) {
    static const std::set<std::string> kOurs = {"webhook-id",      "webhook-timestamp", "webhook-signature",
                                                "x-inkwell-event", "content-type",      "content-encoding",
                                                "user-agent",      "content-length",    "transfer-encoding"};
    std::replace_if(
        lowerName.begin(), lowerName.end(), [](char c) { return (c < 'a' || c > 'z') && (c < '0' || c > '9'); }, '-');
    return kOurs.contains(lowerName);
}

void readHeader(const std::string& name, const Json& value, const std::string& path, Problems& problems,
                Headers& headers) {
    const std::string lower = asciiLower(name);
    const auto isSame = [&](const auto& header) { return asciiLower(header.first) == lower; };
    if (!value.is_string()) {
        problems.add(path, "must be a string, not " + std::string(jsonKindName(value)));
    } else if (name.size() > kMaxHeaderName || value.get_string().size() > kMaxHeaderValue) {
        problems.add(path, "is too long; a name may have " + std::to_string(kMaxHeaderName) + " bytes, a value " +
                               std::to_string(kMaxHeaderValue));
    } else if (isOurs(lower)) {
        problems.add(path, "the header '" + name + "' is set by this server and cannot be replaced");
    } else if (const auto problem = headerProblem(name, std::string(value.get_string()))) {
        problems.add(path, *problem);
    } else if (std::any_of(headers.begin(), headers.end(), isSame)) {
        problems.add(path, "the header '" + name + "' is given twice");
    } else {
        headers.emplace_back(name, value.get_string());
    }
}

void readHeaders(JsonReader& reader, WebhookInput& input) {
    const JsonObject* given = reader.object("headers");
    if (given == nullptr) return;
    if (given->size() > kMaxHeaders) {
        reader.problem("headers", "has " + std::to_string(given->size()) + " headers; at most " +
                                      std::to_string(kMaxHeaders) + " are allowed");
        return;
    }
    Headers headers;
    for (const auto& header : *given) {
        const std::string name(header.key());
        const std::string path = codePoints(name) > kMaxHeaderName ? "headers" : reader.pathOf("headers." + name);
        readHeader(name, header.value(), path, input.problems, headers);
    }
    input.headers = std::move(headers);
}

void readFields(JsonReader& reader, WebhookInput& input) {
    input.title = reader.text("title", kMaxTitleLength);
    readEvents(reader, input);
    readObjectTypes(reader, input);
    readProps(reader, input);
    readHeaders(reader, input);
    input.enabled = reader.boolean("enabled");
    reader.flag("pretty");
    reader.refuseOthers();
}

}  // namespace

WebhookInput parseNewWebhook(const JsonObject& body) {
    WebhookInput input;
    JsonReader reader(body, "", input.problems);
    input.endpoint = reader.requiredText("endpoint", kMaxEndpointLength);
    readFields(reader, input);
    if (!reader.has("event") && !reader.has("events")) {
        reader.problem("events", "is required (or 'event', for one): " + allEvents());
    }
    return input;
}

WebhookInput parseWebhookEdit(const JsonObject& body) {
    WebhookInput input;
    JsonReader reader(body, "", input.problems);
    if (reader.any("endpoint") != nullptr) input.endpoint = reader.requiredText("endpoint", kMaxEndpointLength);
    readFields(reader, input);
    const bool isEmpty = !input.title && !input.events && !input.endpoint && !input.objectTypes && !input.props &&
                         !input.headers && !input.enabled;
    if (isEmpty && input.problems.empty()) {
        input.problems.add(
            "", "needs at least one of: title, event, events, endpoint, object_types, props, headers, enabled");
    }
    return input;
}

void checkEmptyBody(const JsonObject& body) {
    Problems problems;
    JsonReader reader(body, "", problems);
    reader.flag("pretty");
    reader.refuseOthers();
    problems.throwIfAny("this takes no body");
}

}  // namespace inkwell::webhooks
