#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "inkwell/batching.h"
#include "inkwell/http.h"
#include "kernel/http/response_cache.h"
#include "kernel/http/response_writer.h"
#include "kernel/snapshot/snapshot.h"

namespace inkwell::kernel {

/// Answers cacheable reads: from memory, with somebody else's reading that begins after the request came, or by the
/// handler, whose answer is kept. Any thread. The cache must outlive it.
class CachedReads {
public:
    /// So many readings of one answer at a time: more than there are processors only take them from each other.
    explicit CachedReads(ResponseCache& cache, int atOnce = processors());

    struct Asked {
        const std::shared_ptr<const Snapshot>& snapshot;
        const Route& route;
        const Request& request;
        const std::string& key;  // cacheKey, not ""
        const AnswerForm& form;
        bool showsKeys;  // to caches between (inkwell/surrogate_keys.h)
    };
    /// Throws what the handler throws, and AnswerRefused.
    Answer answer(const Asked& asked);

    /// Who waits for a reading.
    int waiting() const { return readings_.waiting(); }

private:
    static int processors();
    using Read = std::shared_ptr<const FinishedRead>;
    Answer send(const Asked& asked, const Read& read);
    Read read(const Asked& asked, bool mayUse, std::optional<Answer>& own);

    ResponseCache& cache_;
    Batching<std::monostate, Read> readings_;
};

}  // namespace inkwell::kernel
