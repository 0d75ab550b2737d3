#pragma once

#include <memory>
#include <mutex>

#include "inkwell/json.h"
#include "inkwell/runtime.h"
#include "kernel/http/response_writer.h"
#include "kernel/runtime/server_info.h"
#include "kernel/snapshot/snapshot.h"

namespace inkwell::kernel {

/// The OpenAPI 3.1 document of what a snapshot serves: a path for every route of a plugin that is on and of the kernel,
/// and the components of all of them. A reference to an unknown component allows any value. Throws ApiError 400 for
/// components that are not JSON; the recorder has refused those already.
JsonObject openApiDocument(const Snapshot& snapshot, const ServerInfo& server);

/// The document of the current snapshot, made again when that or the limits have changed. Any thread.
class OpenApi {
public:
    /// Both must outlive it.
    OpenApi(const CurrentSnapshot& current, const LiveServerInfo& server) : current_(current), server_(server) {}

    std::shared_ptr<const JsonObject> get();
    /// The same as it is sent, compressed too: whoever asks again and again costs the server little.
    std::shared_ptr<const FinishedRead> finished();

private:
    void makeAgain();

    const CurrentSnapshot& current_;
    const LiveServerInfo& server_;
    std::mutex mutex_;
    std::weak_ptr<const Snapshot> made_;   // what document_ was made from
    const ServerInfo* madeFor_ = nullptr;  // and for which server
    std::shared_ptr<const JsonObject> document_;
    std::shared_ptr<const FinishedRead> finished_;
};

}  // namespace inkwell::kernel
