#pragma once

#include <optional>
#include <set>
#include <string>

#include "inkwell/error.h"
#include "inkwell/json.h"
#include "records/media_record_store.h"

namespace inkwell::media {

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

}  // namespace inkwell::media
