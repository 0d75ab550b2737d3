#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string_view>

#include "inkwell/export.h"
#include "inkwell/http.h"
#include "inkwell/list_params.h"
#include "inkwell/object_catalog.h"
#include "inkwell/render_options.h"

// The query parameters that many routes share -> structs without HTTP, for services. Called by handlers.

namespace inkwell {

/// Throws ApiError 400 naming the parameter. `sorts` are the orders of this route; the first is the default.
INKWELL_API ListParams parseListParams(const Request& request, std::int64_t maxLimit,
                                       std::initializer_list<std::string_view> sorts);

/// The parameter `props`; nullptr selects everything. ApiError 400 beyond its limits.
INKWELL_API std::shared_ptr<const Props> parseProps(const Request& request);

/// A parameter that is a time, in milliseconds since 1970; nothing where it is absent or empty. ApiError 400 for what
/// is none (interface/resources.md).
INKWELL_API std::optional<std::int64_t> parseTime(const Request& request, std::string_view name);

/// Options for a read of objects, revisions or metafields, from the parameters `status`, `depth` and `show_metafields`;
/// records are made in the request's memory. ApiError 400 for a bad value.
INKWELL_API RenderOptions parseRenderOptions(const Request& request, std::shared_ptr<const Props> props = nullptr);

/// The parameters of a list of objects (interface/reads-and-queries.md, "Lists"). `catalog` parses
/// `query`. ApiError 400 for a bad value.
INKWELL_API ObjectListRequest parseObjectList(const Request& request, std::int64_t maxLimit,
                                              const ObjectCatalog& catalog);

}  // namespace inkwell
