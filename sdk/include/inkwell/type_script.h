#pragma once

#include <span>
#include <string>
#include <string_view>

#include "inkwell/export.h"
#include "inkwell/json.h"

namespace inkwell {

// Pieces of the declarations that `inkwell types` writes (interface/metafields.md, "Types for TypeScript"). Any thread.

/// What a metafield is in TypeScript. Both texts may use `Json`, `Media` and `Related<"slug">`, which every file of
/// declarations has.
struct MetafieldTypeScript {
    std::string shown;  // what reads show under metadata[key], unset values too: "string | null"
    std::string value;  // what is written as a value that is set: "string"
};

/// A literal of TypeScript with this text, and so a type of one value: "\"small\"".
INKWELL_API std::string typeScriptLiteral(std::string_view text);

/// The union of these texts, each once; "string" for none.
INKWELL_API std::string typeScriptUnion(std::span<const std::string> texts);

/// The array of `type`, in parentheses where that is a union.
INKWELL_API std::string typeScriptArray(const std::string& type);

/// What a JSON Schema without references allows; "Json" where it cannot be told.
INKWELL_API std::string typeScriptOfSchema(const Json& schema);

}  // namespace inkwell
