#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/bucket_directory.h"
#include "inkwell/server_routes.h"
#include "inkwell/services.h"

namespace inkwell::mcp {

/// The tools in the hands of one client. Each call is one request to a route or several, made with the client's own
/// token (decision 0033). One thread; lives as long as the request.
class ToolCalls {
public:
    ToolCalls(Services& services, const Request& from, std::vector<std::shared_ptr<const Bucket>> buckets)
        : services_(services), from_(from), buckets_(std::move(buckets)) {}

    /// What `tools/call` answers: the JSON of the route's answer as a text, or with `isError` its refusal. `name` is
    /// one of toolList(). In the memory of the request.
    Json call(std::string_view name, const JsonObject& arguments);

private:
    Json textResult(std::string_view text, bool isError);
    Json run(std::string_view name, const JsonObject& arguments);
    Json listBuckets() const;
    Json describeTypes(const JsonObject& arguments);
    Json findObjects(const JsonObject& arguments);
    Json searchContent(const JsonObject& arguments);
    Json readObject(const JsonObject& arguments);
    Json findMedia(const JsonObject& arguments);
    Json createDraft(JsonObject arguments);
    Json editDraft(JsonObject arguments);
    /// What the draft that is prepared over the object at `path` changes; nothing where there is none.
    std::optional<JsonArray> preparedChanges(const std::string& path);
    Json publish(const JsonObject& arguments);
    Json upload(const JsonObject& arguments);

    std::string bucketPath(const JsonObject& arguments) const;
    Response carry(ServerRoutes::Call call);  // refusals too
    Response send(ServerRoutes::Call call);
    Json ask(ServerRoutes::Call call) { return send(std::move(call)).json; }

    Services& services_;
    const Request& from_;
    const std::vector<std::shared_ptr<const Bucket>> buckets_;
    std::size_t answered_ = 0;  // bytes, by all calls
};

}  // namespace inkwell::mcp
