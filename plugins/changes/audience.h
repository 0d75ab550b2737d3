#pragma once

#include "inkwell/events.h"

namespace inkwell::changes {

/// For whom a stream is: holders of the read key, or members of the bucket, who read drafts too.
enum class Audience { Readers, Members };

/// Whether they are told of `change`. Members hear of drafts and of draft revisions beside what readers see; of users
/// and webhooks only the audit tells.
bool isFor(Audience audience, const Change& change);

}  // namespace inkwell::changes
