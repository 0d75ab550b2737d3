#pragma once

#include <optional>
#include <string>

#include "inkwell/events.h"

namespace inkwell::changes {

// Server-sent events as text (WHATWG HTML, "Server-sent events"). Any thread.

/// The start of a stream: the reconnection time and a comment.
std::string renderOpening();
/// "ready" or "reset": an event with a position and no other content.
std::string renderMark(const std::string& event, const std::optional<std::string>& id);
/// `change` as readers see it; its readerAction must not be empty.
std::string renderChange(const Change& change, const std::optional<std::string>& id);
/// A comment, followed by the position for clients that keep it.
std::string renderHeartbeat(const std::optional<std::string>& id);

}  // namespace inkwell::changes
