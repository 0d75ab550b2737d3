#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "inkwell/error.h"
#include "inkwell/json.h"
#include "records/media_record_store.h"

namespace inkwell::media {

// Parse the bodies of writes, collecting problems.

/// What an upload gives in addition to its bytes.
struct UploadFields {
    std::string folder;  // slug; "": no folder
    JsonObject metadata;
    bool triggerWebhook = false;
    std::optional<FocalPoint> focalPoint = {};
    Problems problems = {};
};

/// The text parts of an upload form, one by one.
class UploadForm {
public:
    /// `token` is the one that authorised the request; a part `write_key` must equal it.
    explicit UploadForm(std::string token) : token_(std::move(token)) {}

    /// Notes the part `name`. Adds a problem when it is repeated or unknown.
    void see(const std::string& name);
    void take(const std::string& name, const std::string& text);
    bool has(const std::string& name) const { return seen_.count(name) != 0; }

    static constexpr std::size_t kMaxTextBytes = 1024 * 1024;

    UploadFields fields;

private:
    std::string token_;
    std::set<std::string> seen_;
};

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

struct FolderInput {
    std::string title;
};
/// Throws ApiError 400 with all problems. Creation and edit take the same body.
FolderInput parseFolderInput(const JsonObject& body, const std::string& refusal);

}  // namespace inkwell::media
