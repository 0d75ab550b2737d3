#pragma once

#include <optional>
#include <string>

#include "audience.h"
#include "inkwell/events.h"
#include "inkwell/json.h"
#include "inkwell/member_directory.h"

namespace inkwell::changes {

// Server-sent events as text (WHATWG HTML, "Server-sent events"). Any thread.

/// The start of a stream: the reconnection time and a comment.
std::string renderOpening(Audience audience = Audience::Readers);
/// "ready" or "reset": an event with a position and no other content.
std::string renderMark(const std::string& event, const std::optional<std::string>& id);
/// `change` as readers see it, whose readerAction must not be empty, or as members see it: what was done, by whom, and
/// what readers see of that. `people`: who the members are, for members.
std::string renderChange(const Change& change, const std::optional<std::string>& id,
                         Audience audience = Audience::Readers, const People& people = {});
/// An event without a place in the feed: nobody who resumes is told of it again.
std::string renderNote(const std::string& event, const JsonObject& data);
/// A comment, followed by the position for clients that keep it.
std::string renderHeartbeat(const std::optional<std::string>& id);

}  // namespace inkwell::changes
