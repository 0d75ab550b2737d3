#pragma once

#include <string>
#include <vector>

#include "inkwell/live_events.h"

namespace inkwell::testkit {

/// Keeps what members were told, as "bucket event {data}". One thread.
class FakeLiveEvents : public LiveEvents {
public:
    void tellMembers(const std::string& bucketId, const std::string& event, const JsonObject& data) override {
        told.push_back(bucketId + " " + event + " " + writeJson(data));
    }
    bool hasMembers() const override { return isHeard; }

    std::vector<std::string> told;
    bool isHeard = true;
};

}  // namespace inkwell::testkit
