#pragma once

namespace comments_plugin {

/// The components that the routes' descriptions name, for GET /v2/openapi.json: JSON.
extern const char* const kOpenApi;

}  // namespace comments_plugin
