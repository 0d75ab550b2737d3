#pragma once

#include <map>
#include <set>
#include <stdexcept>
#include <string>

#include "inkwell/json.h"

namespace inkwell::kernel {

/// Why a reference has no value; a sentence that goes on from the name of the key. Never holds a value.
class ReferenceError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A value of a settings file, as it was meant.
struct ResolvedValue {
    Json value;
    std::string reference;  // "${NAME}", "file:/run/secrets/x", several with commas; "" when the value has none
};

/// Texts of settings files refer to secrets: `${NAME}`, anywhere in a text, is the variable's value and `$${` a plain
/// `${`; a text that begins with `file:` is that file's content without the line break at its end. Texts in arrays
/// likewise. What comes from a reference stays a text. Adds to `used` the variables referred to. Throws ReferenceError.
/// Any thread.
ResolvedValue resolveReferences(const Json& value, const std::map<std::string, std::string>& environment,
                                std::set<std::string>& used);

}  // namespace inkwell::kernel
