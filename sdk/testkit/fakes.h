#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "inkwell/metafield_type.h"

namespace inkwell::testkit {

/// What a metafield refers to, in the order reported.
class CollectedReferences : public References {
public:
    void object(std::string_view id) override { objects.emplace_back(id); }
    void media(std::string_view name) override { mediaNames.emplace_back(name); }
    void objectType(std::string_view slug) override { objectTypes.emplace_back(slug); }

    bool empty() const { return objects.empty() && mediaNames.empty() && objectTypes.empty(); }

    std::vector<std::string> objects;
    std::vector<std::string> mediaNames;
    std::vector<std::string> objectTypes;
};

/// A bucket that holds what a test puts into it. Empty at first, so that every reference is a problem.
class FakeCheckLookup : public CheckLookup {
public:
    std::string objectType(std::string_view id) const override {
        const auto found = objects.find(id);
        return found == objects.end() ? "" : found->second;
    }
    bool hasObjectType(std::string_view slug) const override { return objectTypes.contains(slug); }
    bool hasMedia(std::string_view name) const override { return mediaNames.contains(name); }

    std::map<std::string, std::string, std::less<>> objects;  // id -> slug of its type
    std::set<std::string, std::less<>> objectTypes;
    std::set<std::string, std::less<>> mediaNames;
};

/// The records that a response may contain; everything else is null.
class FakeRenderLookup : public RenderLookup {
public:
    Json object(std::string_view id) const override { return valueOf(objects, id); }
    Json media(std::string_view name) const override { return valueOf(mediaRecords, name); }

    std::map<std::string, Json, std::less<>> objects;
    std::map<std::string, Json, std::less<>> mediaRecords;

private:
    static Json valueOf(const std::map<std::string, Json, std::less<>>& all, std::string_view key) {
        const auto found = all.find(key);
        return found == all.end() ? Json() : found->second;
    }
};

}  // namespace inkwell::testkit
