#pragma once

#include <optional>
#include <string>

#include "inkwell/events.h"

namespace inkwell::changes {

// Server-sent events as text (WHATWG HTML, "Server-sent events"). Any thread.

/// What a stream begins with: how soon to come again, and a comment.
std::string renderOpening();
/// "ready" or "reset": an event that tells nothing but the position.
std::string renderMark(const std::string& event, const std::optional<std::string>& id);
/// `change` as readers see it: its readerAction is not empty.
std::string renderChange(const Change& change, const std::optional<std::string>& id);
/// A comment, with the position for clients that keep it.
std::string renderHeartbeat(const std::optional<std::string>& id);

}  // namespace inkwell::changes
