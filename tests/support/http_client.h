#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "inkwell/json.h"

namespace inkwell::test {

using Headers = std::vector<std::pair<std::string, std::string>>;

struct Reply {
    int status = 0;
    std::map<std::string, std::string> headers;  // names in lower case
    std::string body;

    /// The body as an object; throws when it is none.
    JsonObject json() const;
    /// json().at(name) as an object or array.
    JsonObject object(std::string_view name) const;
    JsonArray array(std::string_view name) const;
    std::string message() const;
    /// "path: message" of every problem.
    std::vector<std::string> problems() const;
};

/// One request over a connection of its own. `body` is sent as application/json unless a header says otherwise.
Reply sendRequest(int port, const std::string& method, const std::string& pathAndQuery, const Headers& headers = {},
                  const std::string& body = "");

struct SentRequest {
    std::string method;
    std::string pathAndQuery;
    std::string body;
};
using Observer = std::function<void(const SentRequest&, const Reply&)>;

/// `observer` is told of every later answer of sendRequest from this port, on the caller's thread; null ends it.
void observeAnswers(int port, Observer observer);

std::pair<std::string, std::string> bearer(const std::string& token);

}  // namespace inkwell::test
