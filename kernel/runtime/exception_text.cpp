#include "kernel/runtime/exception_text.h"

#include "inkwell/error.h"
#include "inkwell/text.h"
#include "kernel/runtime/log_line.h"

namespace inkwell::kernel {

std::string exceptionText() {
    try {
        throw;
    } catch (const ApiError& error) {
        std::string text = error.message();
        for (const Problem& problem : error.problems()) text += "; " + problem.path + ": " + problem.message;
        if (!error.logText().empty()) text += " (" + error.logText() + ")";
        return validUtf8(text);
    } catch (const std::exception& error) {
        const char* text = error.what();
        return text == nullptr || isBlank(text) ? "an exception without a text" : validUtf8(text);
    } catch (...) {
        return "an exception that is no std::exception";
    }
}

}  // namespace inkwell::kernel
