#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "tests/cluster/clients.h"
#include "tests/cluster/site.h"

namespace inkwell::test {

/// Changes an object at one server again and again, and measures how long it takes until another one shows it to a
/// reader who does not ask it to forget what it has in memory. Runs until `isOver`; `isCalm` is true while nothing is
/// killed, frozen or cut, and has not been for some seconds.
void measureStaleness(const Site& site, const Door& door, Records& records, const std::atomic<bool>& isOver,
                      const std::atomic<bool>& isCalm);

}  // namespace inkwell::test
