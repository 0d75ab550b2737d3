#pragma once

#include <random>
#include <string>
#include <vector>

#include "inkwell/json.h"

namespace inkwell::test {

/// Random queries and values from a small stock, so that they meet; among them what engines compare in different ways.
/// What is queried comes from the plugin's own maker, which derives from this one.
class QueryMaker {
public:
    explicit QueryMaker(unsigned seed) : random_(seed) {}
    virtual ~QueryMaker() = default;

    JsonObject query() { return query(3); }
    int below(int bound) { return std::uniform_int_distribution<int>(0, bound - 1)(random_); }

protected:
    bool oneIn(int times) { return below(times) == 0; }
    template <class T>
    const T& oneOf(const std::vector<T>& all) {
        return all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
    }
    std::string text();
    Json scalar();
    /// An array, an object or a scalar, nested up to that deep.
    Json value(int levels);
    /// An object that documents have too, in whole.
    Json whole();
    /// One of five, so that times are equal often; now and then the beginning of its text.
    std::int64_t timeMs();
    Json timeOperand();

    /// A key to ask for, and what to compare it with.
    virtual std::string key() = 0;
    virtual Json operand(const std::string& key) = 0;

private:
    JsonObject operators(const std::string& key, int levels);
    JsonObject query(int levels);

    std::mt19937 random_;
};

}  // namespace inkwell::test
