#include "inkwell/fault_text.h"

#include <exception>

namespace inkwell {

std::string faultText() {
    try {
        throw;
    } catch (const std::exception& error) {
        const char* text = error.what();
        return text == nullptr ? "" : text;
    } catch (...) {
        return "an exception that is no std::exception";
    }
}

}  // namespace inkwell
