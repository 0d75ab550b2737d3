#pragma once

#include <optional>
#include <string>

#include "inkwell/export.h"
#include "inkwell/json.h"

namespace inkwell {

/// An object that was just stored. Everything lies in the writer's hands: valid while its fact is delivered.
struct WrittenObject {
    struct Version {
        const std::string& title;
        const std::string& slug;
        const std::string& status;
        const JsonObject& document;  // content, options and metafields as stored
    };
    const std::string& id;
    const std::string& type;
    Version now;
    std::optional<Version> before;  // of an edit; nothing for a new object, and where the writer did not have it
    bool endsDraft = false;         // a draft that was prepared over the object is gone
};

/// What a fact of an object tells of, so that a listener in its transaction (Registrar::inTransaction) need not read
/// and parse again what the same thread has just written. Provided by `objects`.
class INKWELL_API WrittenObjects {
public:
    static constexpr const char* kServiceId = "inkwell.written-objects/1";
    virtual ~WrittenObjects() = default;

    /// The object `id`, while this thread publishes ObjectCreated or ObjectEdited of it and nothing was written over it
    /// since; otherwise nullptr, and whoever asks reads it. A draft that is prepared over an object is never among it.
    virtual const WrittenObject* current(const std::string& id) const = 0;
};

}  // namespace inkwell
