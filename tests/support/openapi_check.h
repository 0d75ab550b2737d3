#pragma once

#include <string>
#include <vector>

#include "inkwell/json.h"
#include "tests/support/http_client.h"

namespace inkwell::test {

/// Compares what a server answers with its OpenAPI document. Of JSON Schema it knows: type, properties, required,
/// additionalProperties, minProperties, items, minItems, minLength, maxLength, pattern, minimum, maximum, enum, const,
/// $ref, not, allOf, anyOf, oneOf. Immutable; any thread.
class OpenApiCheck {
public:
    /// Throws when it is no such document.
    explicit OpenApiCheck(Json document);
    OpenApiCheck(const OpenApiCheck&) = delete;
    OpenApiCheck& operator=(const OpenApiCheck&) = delete;

    /// "" or what is wrong, line by line: a status that is not documented for the route; JSON that is not that of the
    /// schema, or has a member that no schema names; a body that the server took and the document does not allow. With
    /// `props` in the query nothing is required of the answer. Throws when the document is wrong.
    std::string problems(const SentRequest& request, const Reply& reply) const;

    /// "" or what is wrong with the examples, line by line: every body and answer has one that its schema allows, but
    /// for those that are bytes.
    std::string exampleProblems() const;

private:
    struct Path {
        std::vector<std::string> segments;  // "{...}" stands for any
        const JsonObject* item;             // in document_
    };

    const Json document_;
    std::vector<Path> paths_;
};

}  // namespace inkwell::test
