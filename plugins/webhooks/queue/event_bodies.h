#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/events.h"
#include "inkwell/json.h"

namespace inkwell::webhooks {

/// The text that is sent of an event. `data` is JSON text, so that a record is not copied for the sake of what stands
/// around it. Any thread.
std::string envelope(const Change& change, std::string_view event, const std::string& data);

/// What is sent of one event: a body for each of the `props` that webhooks have, and each text once, however many of
/// them come to it. One thread.
class EventBodies {
public:
    /// Of one: more than a client can write into one object, less than MariaDB takes in one statement (by default 10
    /// and 16 MB).
    static constexpr std::size_t kMaxBytes = 12 * 1024 * 1024;
    /// About so many of all texts: they are in memory together.
    static constexpr std::size_t kMaxBytesTogether = 32 * 1024 * 1024;

    EventBodies(const Change& change, std::string_view event, std::vector<std::string> allProps)
        : change_(change), event_(event), allProps_(std::move(allProps)), textOf_(allProps_.size()) {}

    bool isComplete() const;
    /// Writes bodies that are missing, the smallest first, as long as they fit. What it writes is taken off `room`, in
    /// bytes; where that is too little for the next one, none is left.
    void add(const Json& record, std::size_t& room);
    /// Takes `data` for all that are missing.
    void fill(const std::string& data);

    std::vector<std::string>& texts() { return texts_; }
    /// Which of the texts is that of these `props`, counted as in the constructor. Nothing is missing.
    std::size_t textOf(std::size_t props) const { return textOf_.at(props).value(); }

private:
    /// Its place among the texts.
    std::size_t keep(std::string text);

    const Change& change_;
    const std::string_view event_;
    const std::vector<std::string> allProps_;
    std::vector<std::optional<std::size_t>> textOf_;
    std::vector<std::string> texts_;
    std::size_t bytes_ = 0;
};

}  // namespace inkwell::webhooks
