#pragma once

#include <functional>
#include <string>
#include <utility>

#include "inkwell/services.h"

namespace inkwell {

/// How something outside the server is that a plugin depends on: a store, a mail server. Contributed under the name
/// that its line has in `inkwell doctor`, the only one who calls it: on the main thread, after setup() and without
/// start(), beside a running server or without one. It may take some seconds, and changes nothing. Of its services only
/// server(), find() and contributions() may be used. What it throws is a finding, too.
class Diagnosis {
public:
    static constexpr const char* kContributionId = "inkwell.diagnosis/1";

    struct Finding {
        std::string text;         // "'disk' answers", or what is wrong
        std::string remedy = {};  // what the operator is to do; "" when all is well
    };

    explicit Diagnosis(std::function<Finding(Services&)> look) : look_(std::move(look)) {}
    Finding operator()(Services& services) const { return look_(services); }

private:
    std::function<Finding(Services&)> look_;
};

}  // namespace inkwell
