#pragma once

#include <atomic>
#include <map>
#include <string>
#include <vector>

namespace inkwell::test {

/// Which plugins are on, as far as clients can know: while one is being switched it may be either. Any thread; each
/// plugin is switched by one.
class Board {
public:
    /// All of them are on.
    explicit Board(const std::vector<std::string>& plugins);

    void beginSwitch(const std::string& plugin);
    void endSwitch(const std::string& plugin, bool isOn);

    enum class State { On, Off, Unknown };
    /// What changes with every switch.
    int stamp(const std::string& plugin) const;
    /// How it was all the time between two looks. A plugin that the board does not have is on.
    static State between(int before, int after);

private:
    std::map<std::string, std::atomic<int>> stamps_;  // 4n: on, 4n + 2: off, odd: being switched
};

}  // namespace inkwell::test
