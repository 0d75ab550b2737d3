#pragma once

#include <functional>
#include <optional>

#include "inkwell/access.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/export.h"
#include "inkwell/json.h"
#include "inkwell/render_options.h"
#include "inkwell/runtime.h"

namespace inkwell {

/// The answer to a write that is committed: what `render` makes with the options of a writer, who sees `metafields`,
/// and of related objects what `access` may read: drafts too, what readers see, or the ids of that for a token that
/// reads nothing. Ids as well where the whole answer is ApiError 400, for what they unfold into may be too much to
/// show. Nothing where it fails otherwise, which the log is told: a write that is stored is never answered as refused
/// (interface/errors-and-limits.md, "Answers"), so the caller shows what it has at hand. Call it after Database::write,
/// whose writer would keep others waiting. Any thread.
INKWELL_API std::optional<JsonObject> renderAfterCommit(Log& log, const Bucket& bucket, const Access& access,
                                                        const std::function<JsonObject(const RenderOptions&)>& render);

}  // namespace inkwell
