#include "tests/support/http_client.h"

#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <Poco/StreamCopier.h>
#include <Poco/Timespan.h>

#include <memory>
#include <mutex>

#include "inkwell/text.h"

namespace inkwell::test {

JsonObject Reply::json() const { return parseStoredJson(body).as_object(); }
JsonObject Reply::object(std::string_view name) const { return json().at(name).as_object(); }
JsonArray Reply::array(std::string_view name) const { return json().at(name).as_array(); }
std::string Reply::message() const { return std::string(textOf(json(), "message")); }

std::vector<std::string> Reply::problems() const {
    std::vector<std::string> all;
    const JsonObject error = json();
    if (const JsonArray* list = arrayOf(error, "problems")) {
        for (const Json& one : *list) {
            const JsonObject& problem = one.as_object();
            all.push_back(std::string(textOf(problem, "path")) + ": " + std::string(textOf(problem, "message")));
        }
    }
    return all;
}

namespace {

struct Observers {
    std::mutex mutex;
    std::map<int, std::shared_ptr<const Observer>> byPort;
};

Observers& observers() {
    static Observers all;
    return all;
}

void tellObserver(int port, const SentRequest& request, const Reply& reply) {
    std::shared_ptr<const Observer> observer;
    {
        const std::lock_guard lock(observers().mutex);
        const auto found = observers().byPort.find(port);
        if (found == observers().byPort.end()) return;
        observer = found->second;
    }
    (*observer)(request, reply);
}

}  // namespace

void observeAnswers(int port, Observer observer) {
    const std::lock_guard lock(observers().mutex);
    if (observer) {
        observers().byPort[port] = std::make_shared<const Observer>(std::move(observer));
    } else {
        observers().byPort.erase(port);
    }
}

Reply sendRequest(int port, const std::string& method, const std::string& pathAndQuery, const Headers& headers,
                  const std::string& body) {
    Poco::Net::HTTPClientSession session("127.0.0.1", static_cast<Poco::UInt16>(port));
    session.setTimeout(Poco::Timespan(60, 0));
    Poco::Net::HTTPRequest request(method, pathAndQuery, Poco::Net::HTTPMessage::HTTP_1_1);
    if (!body.empty() || method == "POST" || method == "PUT" || method == "PATCH") {
        request.setContentType("application/json");
        request.setContentLength(static_cast<std::streamsize>(body.size()));
    }
    for (const auto& [name, value] : headers) request.set(name, value);
    session.sendRequest(request) << body << std::flush;

    Poco::Net::HTTPResponse response;
    std::istream& stream = session.receiveResponse(response);
    Reply reply;
    reply.status = static_cast<int>(response.getStatus());
    Poco::StreamCopier::copyToString(stream, reply.body);
    for (const auto& [name, value] : response) reply.headers[asciiLower(name)] = value;
    tellObserver(port, {method, pathAndQuery, body}, reply);
    return reply;
}

std::pair<std::string, std::string> bearer(const std::string& token) { return {"Authorization", "Bearer " + token}; }

}  // namespace inkwell::test
