#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "inkwell/error.h"
#include "inkwell/json.h"

namespace inkwell::media {

// Bodies of writes -> structs, collecting problems.

/// What an upload says beside its bytes.
struct UploadFields {
    std::string folder;  // slug; "": none
    JsonObject metadata;
    bool triggerWebhook = false;
    Problems problems;
};

/// The text parts of an upload's form, one by one.
class UploadForm {
public:
    /// `token` is what the request was authorised with: a part `write_key` must equal it.
    explicit UploadForm(std::string token) : token_(std::move(token)) {}

    /// Notes the part `name`; a problem when it came before, or is none of an upload.
    void see(const std::string& name);
    void take(const std::string& name, const std::string& text);
    bool has(const std::string& name) const { return seen_.count(name) != 0; }

    static constexpr std::size_t kMaxTextBytes = 1024 * 1024;

    UploadFields fields;

private:
    std::string token_;
    std::set<std::string> seen_;
};

/// "true" or "false" as text, or a problem at `path`.
bool parseFlag(const std::string& text, const std::string& path, Problems& problems);
/// A JSON object as text, or a problem at `path`.
JsonObject parseMetadata(const std::string& text, const std::string& path, Problems& problems);

struct MediaEdit {
    std::optional<std::string> folder;  // "": out of its folder
    std::optional<JsonObject> metadata;
    bool triggerWebhook = false;
    Problems problems;
};
/// ApiError 400 for a body that edits nothing.
MediaEdit parseMediaEdit(const JsonObject& body);

struct FolderInput {
    std::string title;
};
/// ApiError 400 with all problems. Creation and edit take the same.
FolderInput parseFolderInput(const JsonObject& body, const std::string& refusal);

}  // namespace inkwell::media
