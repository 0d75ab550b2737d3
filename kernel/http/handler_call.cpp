#include "kernel/http/handler_call.h"

namespace inkwell::kernel {

namespace {

void requireWhole(const AnswerShare* share) {
    if (share != nullptr) share->requireWhole();
}

}  // namespace

Response callHandler(const Route& route, const Request& request, const AnswerShare* share) {
    try {
        Response response = route.handler(request);
        requireWhole(share);
        return response;
    } catch (...) {
        requireWhole(share);
        throw;
    }
}

}  // namespace inkwell::kernel
