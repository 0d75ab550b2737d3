#pragma once

#include <memory>
#include <mutex>

#include "inkwell/json.h"
#include "inkwell/runtime.h"
#include "kernel/plugins/snapshot.h"

namespace inkwell::kernel {

/// The OpenAPI 3.1 document of what a snapshot serves: a path for every route of a plugin that is on and of the
/// kernel, and the components of all of them. References to components that nobody brings mean anything. Throws
/// ApiError 400 for components that are no JSON, which the recorder refuses before.
JsonObject openApiDocument(const Snapshot& snapshot, const ServerInfo& server);

/// The document of the snapshot of the moment, made once for each. Any thread.
class OpenApi {
public:
    /// Both must outlive it.
    OpenApi(const CurrentSnapshot& current, const ServerInfo& server) : current_(current), server_(server) {}

    std::shared_ptr<const JsonObject> get();

private:
    const CurrentSnapshot& current_;
    const ServerInfo& server_;
    std::mutex mutex_;
    std::weak_ptr<const Snapshot> made_;  // of what document_ was made
    std::shared_ptr<const JsonObject> document_;
};

}  // namespace inkwell::kernel
