#include "kernel/runtime/last_words.h"

#include <cstdlib>
#include <exception>

#include "kernel/runtime/exception_text.h"
#include "kernel/runtime/log.h"

namespace inkwell::kernel {

namespace {

thread_local std::string currentPlace;

[[noreturn]] void sayLastWords() noexcept {
    const std::string place = currentPlace.empty() ? "a thread, or a function that may not throw" : currentPlace;
    const std::string why = std::current_exception() ? exceptionText() : "no exception is known";
    kernelLog().error("the server must end: an exception left " + place + ": " + why);
    std::abort();
}

}  // namespace

void prepareLastWords() { std::set_terminate(sayLastWords); }

LastWords::LastWords(std::string place) { currentPlace = std::move(place); }

LastWords::~LastWords() { currentPlace.clear(); }

}  // namespace inkwell::kernel
