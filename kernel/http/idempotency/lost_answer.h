#pragma once

#include <string>

#include "kernel/snapshot/router.h"

namespace inkwell::kernel {

/// The answer to a POST that was carried out before and whose first answer is not kept: the server ended between commit
/// and answer, or the answer was too long. Where a read of the same shape shows what it has made or changed
/// (`changedId`), that read's, with the rights of `parts`; a message for a route that answers with one. Throws ApiError
/// 410 otherwise. The thread of the request.
Response lostAnswer(const Router& router, const Route& route, RequestParts parts, const std::string& changedId);

}  // namespace inkwell::kernel
