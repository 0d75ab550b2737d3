#include "kernel/http/wire/connection_source.h"

#include <algorithm>

namespace inkwell::kernel {

std::streamsize ConnectionSource::xsgetn(char* to, std::streamsize count) {
    // The session's buffer is not larger than that of the stream over it, so that one filling of the latter empties it.
    if (filled_ && begun_.in_avail() <= 0) {
        return std::max(socket_.receiveBytes(to, static_cast<int>(count)), 0);
    }
    if (begun_.sgetc() == traits_type::eof()) return 0;
    filled_ = true;
    return begun_.sgetn(to, std::min(count, begun_.in_avail()));
}

}  // namespace inkwell::kernel
