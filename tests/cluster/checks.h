#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/cluster/clients.h"
#include "tests/cluster/site.h"
#include "tests/support/http_receiver.h"

namespace inkwell::test {

/// What a trial has left, compared with what was acknowledged; every difference is recorded as a fault. For when all
/// clients have ended and all is well again. One thread, that of the network.
class Checks {
public:
    Checks(const Site& site, const Galera& galera, const Door& door, Records& records)
        : site_(site), galera_(galera), door_(door), records_(records) {}

    void nothingIsLostOrHalfThere();
    void noSlugIsThereTwice();
    void filesAreWhole();
    /// Each planned object is published and was so once.
    void schedulesFiredOnce();
    void versionsAreChanges();
    /// Waits for those that are under way.
    void webhooksCameUnderOneId(const HttpReceiver& receiver);
    /// No server shows to readers anything else than the database has.
    void noServerIsStale();
    /// For when the servers have ended.
    void nodesAreEqual();

private:
    using Objects = std::map<std::string, JsonObject>;  // by id

    Objects objectsAt(int port, const std::string& more) const;
    void checkWritten(const Written& written, const Objects& all,
                      const std::multimap<std::string, std::string>& titles);
    void fault(const std::string& sentence) { records_.fault(sentence); }

    const Site& site_;
    const Galera& galera_;
    const Door& door_;
    Records& records_;
};

}  // namespace inkwell::test
