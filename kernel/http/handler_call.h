#pragma once

#include "kernel/http/answer_budget.h"
#include "kernel/snapshot/snapshot.h"

namespace inkwell::kernel {

/// What the handler answers. Throws what it throws, and AnswerRefused in the place of either once `share` (null:
/// unbounded) has refused memory: plugins on the way may have caught that, and an answer that lacks what was refused
/// must not be sent, let alone kept for others.
Response callHandler(const Route& route, const Request& request, const AnswerShare* share);

}  // namespace inkwell::kernel
