#include "kernel/http/cached_reads.h"

#include <algorithm>
#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

#include "inkwell/surrogate_keys.h"
#include "kernel/http/handler_call.h"
#include "kernel/runtime/replica_scope.h"

namespace inkwell::kernel {

namespace {

// Besides the cache's key: what else the answer depends on, and whether it is packed. Plugins that are switched
// meanwhile answer otherwise; a running request holds its snapshot, whose address is nobody else's until then.
std::string kindOf(const std::string& key, const Snapshot& snapshot, bool mayUse, bool gzip) {
    return key + '\0' + std::to_string(reinterpret_cast<std::uintptr_t>(&snapshot)) + (mayUse ? "c" : "") +
           (gzip ? "z" : "");
}

}  // namespace

CachedReads::CachedReads(ResponseCache& cache, int atOnce) : cache_(cache), readings_(atOnce) {}

int CachedReads::processors() { return std::max(2, static_cast<int>(std::thread::hardware_concurrency())); }

Answer CachedReads::answer(const Asked& asked) {
    const bool mayUse = asked.request.flag("use_cache", true);
    if (mayUse) {
        if (const auto kept = cache_.find(asked.key, cache_.stamp(asked.snapshot))) return send(asked, kept);
    }
    std::optional<Answer> own;
    const auto readForAll = [&](const std::vector<std::monostate>& all) {
        return std::vector<Read>(all.size(), read(asked, mayUse, own));
    };
    const std::string kind = kindOf(asked.key, *asked.snapshot, mayUse, asked.form.gzip);
    if (const Read shared = readings_.get(kind, {}, readForAll)) return send(asked, shared);
    if (!own) {
        if (const Read read = this->read(asked, mayUse, own)) return send(asked, read);
    }
    return std::move(*own);
}

Answer CachedReads::send(const Asked& asked, const Read& read) {
    if (!needsPacking(*read, asked.form)) return answerRead(*read, asked.form);
    FinishedRead packed = *read;
    pack(packed, asked.form);
    const auto better = std::make_shared<const FinishedRead>(std::move(packed));
    cache_.replace(asked.key, read, better);
    return answerRead(*better, asked.form);
}

// Null for what is not kept, which is in `own` then. The stamp is older than everything that the handler reads: what is
// committed meanwhile makes the entry useless, never wrong.
CachedReads::Read CachedReads::read(const Asked& asked, bool mayUse, std::optional<Answer>& own) {
    const ResponseCache::Stamp stamp = cache_.stamp(asked.snapshot);
    // Whoever does without the cache asks for the newest.
    const ReplicaScope scope(mayUse);
    const Response response = callHandler(asked.route, asked.request, asked.form.share);
    auto headers = response.headers;
    const std::string version = takeVersion(headers);
    if (response.status != 200 || !headers.empty() || response.stream || response.live) {
        own = renderAnswer(response, asked.form);
        return nullptr;
    }
    FinishedRead read = finishRead(response, asked.form, version);
    if (needsPacking(read, asked.form)) pack(read, asked.form);
    const std::string& bucket = asked.request.bucket().id;
    if (asked.showsKeys) read.keys = surrogateKeysOf(bucket, response.madeOf);
    auto finished = std::make_shared<const FinishedRead>(std::move(read));
    cache_.put(asked.key, stamp, bucket, response.madeOf, finished);
    return finished;
}

}  // namespace inkwell::kernel
