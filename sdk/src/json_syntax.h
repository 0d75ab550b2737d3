#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "inkwell/export.h"

namespace inkwell {

/// Checks a long text of JSON part by part, without keeping it. One thread.
class JsonSyntax {
public:
    explicit JsonSyntax(int maxDepth);
    ~JsonSyntax();
    JsonSyntax(const JsonSyntax&) = delete;
    JsonSyntax& operator=(const JsonSyntax&) = delete;

    /// Throws ApiError 400, naming the byte, when it is no longer the beginning of a JSON value.
    void add(std::string_view part);
    /// All has been added. Throws ApiError 400 when it is not a whole value.
    void finish();

private:
    struct Impl;
    const std::unique_ptr<Impl> impl_;
};

}  // namespace inkwell
