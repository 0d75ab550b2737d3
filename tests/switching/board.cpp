#include "tests/switching/board.h"

namespace inkwell::test {

Board::Board(const std::vector<std::string>& plugins) {
    for (const std::string& plugin : plugins) stamps_[plugin] = 0;
}

void Board::beginSwitch(const std::string& plugin) { stamps_.at(plugin) |= 1; }

void Board::endSwitch(const std::string& plugin, bool isOn) {
    std::atomic<int>& stamp = stamps_.at(plugin);
    stamp = (stamp / 4 + 1) * 4 + (isOn ? 0 : 2);
}

int Board::stamp(const std::string& plugin) const {
    const auto found = stamps_.find(plugin);
    return found == stamps_.end() ? 0 : found->second.load();
}

Board::State Board::between(int before, int after) {
    if (before != after || before % 2 != 0) return State::Unknown;
    return before % 4 == 0 ? State::On : State::Off;
}

}  // namespace inkwell::test
