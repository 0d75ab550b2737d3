#pragma once

#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>

#include <optional>
#include <string>

#include "inkwell/json.h"
#include "tests/support/error_text.h"

namespace inkwell::test {

/// A client of server-sent events. One thread.
class EventStream {
public:
    struct Event {
        std::string name, id;
        JsonObject data;
    };

    /// Sends the request and reads the head of the answer.
    EventStream(int port, const std::string& pathAndQuery, const Headers& headers = {})
        : session_("127.0.0.1", static_cast<Poco::UInt16>(port)) {
        session_.setTimeout(Poco::Timespan(30, 0));
        Poco::Net::HTTPRequest request("GET", pathAndQuery, Poco::Net::HTTPMessage::HTTP_1_1);
        for (const auto& [name, value] : headers) request.set(name, value);
        session_.sendRequest(request);
        body_ = &session_.receiveResponse(response_);
    }
    ~EventStream() { session_.abort(); }

    int status() const { return static_cast<int>(response_.getStatus()); }
    std::string header(const std::string& name) const { return response_.get(name, "(none)"); }
    /// refusalOf what came instead of a stream.
    std::string refusal() { return refusalOf({status(), {}, rest()}); }
    std::string rest() { return std::string(std::istreambuf_iterator<char>(*body_), {}); }

    /// The next line; nothing at the end of the stream, or when none comes for half a minute.
    std::optional<std::string> line() {
        std::string text;
        if (!std::getline(*body_, text)) return std::nullopt;
        return text;
    }
    /// The next event; nothing likewise.
    std::optional<Event> next() {
        Event event;
        while (const std::optional<std::string> text = line()) {
            if (text->starts_with("id: ")) event.id = lastId_ = text->substr(4);
            if (text->starts_with("event: ")) event.name = text->substr(7);
            if (text->starts_with("data: ")) event.data = parseStoredJson(text->substr(6)).as_object();
            if (!text->empty()) continue;
            if (!event.name.empty()) return event;
            event = {};
        }
        return std::nullopt;
    }
    /// "object.created o1", or the name alone of an event that tells of nothing; "(end)".
    std::string nextText() {
        const std::optional<Event> event = next();
        if (!event) return "(end)";
        return event->name + (event->data.empty() ? "" : " " + std::string(textOf(event->data, "id")));
    }
    const std::string& lastId() const { return lastId_; }

private:
    Poco::Net::HTTPClientSession session_;
    Poco::Net::HTTPResponse response_;
    std::istream* body_ = nullptr;
    std::string lastId_;
};

}  // namespace inkwell::test
