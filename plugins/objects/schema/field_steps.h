#pragma once

#include <string>
#include <vector>

#include "inkwell/error.h"
#include "inkwell/json.h"

namespace inkwell::objects {

/// One difference between the metafields of a type and those that it is to have. Paths are keys with dots between them.
struct FieldStep {
    enum class Kind { Add, Remove, Rename, Retype, Change, Move };
    Kind kind = Kind::Change;
    std::string from;   // its path now, within groups that have their new keys already; "" where it is added
    std::string was;    // its path before anything is done
    std::string to;     // its path then; "" where it is removed. Of a Move that of the group, "" for none
    JsonObject before;  // the metafield now
    JsonObject after;   // and then
    std::vector<std::string> members;  // of a Change: what differs
    bool isGuessed = false;            // of a Rename: no marker says so
};

/// From `before` to `after`, in the form of fileOf, `after` with its markers; outer fields come before inner ones. A
/// field that is new is one that was renamed if a marker says so, or if it has type and title of exactly one that is
/// gone from its group, and is the only such. Adds a problem for each marker that cannot be followed; `place` is where
/// `after` stands.
std::vector<FieldStep> fieldSteps(const JsonArray& before, const JsonArray& after, const std::string& place,
                                  Problems& problems);

}  // namespace inkwell::objects
