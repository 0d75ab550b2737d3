#pragma once

#include <map>
#include <set>
#include <stdexcept>
#include <string>

#include "inkwell/json.h"

namespace inkwell::kernel {

/// Why a reference has no value: a phrase that continues after the key's name. Never contains a value.
class ReferenceError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A value of a settings file, with its references resolved.
struct ResolvedValue {
    Json value;
    std::string reference;  // "${NAME}", "file:/run/secrets/x", several with commas; "" when the value has none
};

/// Resolves references to secrets in a string, or in the strings of an array: `${NAME}`, anywhere in it,
/// becomes the variable's value and `$${` a plain `${`; a string that begins with `file:` becomes that file's
/// content without the final line break. Results stay strings. Adds the names of the variables it meets to
/// `used`. Throws ReferenceError. Any thread.
ResolvedValue resolveReferences(const Json& value, const std::map<std::string, std::string>& environment,
                                std::set<std::string>& used);

}  // namespace inkwell::kernel
