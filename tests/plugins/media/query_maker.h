#pragma once

#include <random>
#include <string>
#include <vector>

#include "media_store.h"

namespace inkwell::media {

inline const std::string kQueriedBucket = "b00000000000000000000001";

/// Random media and queries from a small stock of values, so that they meet; among them what engines compare in
/// different ways.
class QueryMaker {
public:
    explicit QueryMaker(unsigned seed) : random_(seed) {}

    std::vector<StoredMedia> media(int count);
    JsonObject query() { return query(3); }
    std::string sort();
    int below(int bound) { return std::uniform_int_distribution<int>(0, bound - 1)(random_); }

private:
    bool oneIn(int times) { return below(times) == 0; }
    template <class T>
    const T& oneOf(const std::vector<T>& all) {
        return all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
    }
    Json scalar();
    Json value(int levels);
    Json operand(const std::string& key);
    JsonObject operators(const std::string& key, int levels);
    JsonObject query(int levels);

    std::mt19937 random_;
};

}  // namespace inkwell::media
