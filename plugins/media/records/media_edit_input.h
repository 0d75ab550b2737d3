#pragma once

#include <optional>
#include <string>

#include "inkwell/error.h"
#include "inkwell/json.h"
#include "records/media_record_store.h"

namespace inkwell::media {

// Parse what a write says of a media record, collecting problems.

/// Parses "true" or "false", or adds a problem at `path`.
bool parseFlag(const std::string& text, const std::string& path, Problems& problems);
/// Parses a JSON object, or adds a problem at `path`.
JsonObject parseMetadata(const std::string& text, const std::string& path, Problems& problems);

/// Parses {"x": 0.5, "y": 0.5}, both from 0 to 1, or adds a problem at `path`.
std::optional<FocalPoint> parseFocalPoint(const Json& json, const std::string& path, Problems& problems);

struct MediaEdit {
    std::optional<std::string> folder;  // "": remove from its folder
    std::optional<JsonObject> metadata;
    std::optional<std::string> altText;  // of clients of another service, kept in the metadata; "": remove it
    std::optional<std::optional<FocalPoint>> focalPoint;  // nullopt inside: remove it
    bool triggerWebhook = false;
    Problems problems;
};
/// Throws ApiError 400 for a body that changes nothing. `alt_text` is a member with compatibility.hosted_clients alone.
MediaEdit parseMediaEdit(const JsonObject& body, bool hostedClients);

}  // namespace inkwell::media
