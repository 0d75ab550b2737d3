#include "kernel/http/connection_source.h"

#include <algorithm>

namespace inkwell::kernel {

// The session's buffer is not larger than that of the stream over it, so that one filling of the latter empties it.
std::streamsize ConnectionSource::takeBegun(char* to, std::streamsize count) {
    if (!filled_ && begun_.sgetc() == traits_type::eof()) {
        emptied_ = true;
        return 0;
    }
    filled_ = true;
    const std::streamsize taken = begun_.sgetn(to, std::min(count, begun_.in_avail()));
    emptied_ = begun_.in_avail() <= 0;
    return taken;
}

std::streamsize ConnectionSource::xsgetn(char* to, std::streamsize count) {
    std::streamsize done = emptied_ || count == 0 ? 0 : takeBegun(to, count);
    while (done < count) {
        const int received = socket_.receiveBytes(to + done, static_cast<int>(count - done));
        if (received <= 0) break;
        done += received;
    }
    return done;
}

}  // namespace inkwell::kernel
