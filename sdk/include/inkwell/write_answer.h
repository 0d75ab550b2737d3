#pragma once

#include <functional>
#include <optional>

#include "inkwell/export.h"
#include "inkwell/json.h"
#include "inkwell/render_options.h"
#include "inkwell/runtime.h"

namespace inkwell {

/// The answer to a write that is committed: what `render` makes with the options of a writer, who sees drafts and
/// `metafields`; with related objects as ids where the whole answer is ApiError 400, for what they unfold into may be
/// too much to show. Nothing where it fails otherwise, which the log is told: a write that is stored is never answered
/// as refused (interface/errors-and-limits.md, "Answers"), so the caller shows what it has at hand. Call it after
/// Database::write, whose writer would keep others waiting. Any thread.
INKWELL_API std::optional<JsonObject> renderAfterCommit(Log& log,
                                                        const std::function<JsonObject(const RenderOptions&)>& render);

}  // namespace inkwell
