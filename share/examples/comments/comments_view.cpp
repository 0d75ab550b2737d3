#include "comments_view.h"

#include <utility>

#include "inkwell/text.h"

namespace comments_plugin {

using inkwell::JsonArray;
using inkwell::JsonObject;
using inkwell::Response;

JsonObject renderEntry(const CommentsEntry& entry) {
    return {{"id", entry.id},     {"object", entry.objectId},     {"author", entry.author},
            {"text", entry.text}, {"approved", entry.isApproved}, {"created_at", inkwell::isoTime(entry.createdAtMs)}};
}

Response entryResponse(const CommentsEntry& entry) { return Response::ok({{"entry", renderEntry(entry)}}); }

Response pageResponse(const CommentsPage& page) {
    JsonArray entries;
    for (const CommentsEntry& entry : page.entries) entries.push_back(renderEntry(entry));
    return Response::ok({{"comments", std::move(entries)}, {"total", page.total}});
}

}  // namespace comments_plugin
