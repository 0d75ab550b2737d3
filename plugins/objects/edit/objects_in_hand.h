#pragma once

#include <string>

#include "inkwell/written_objects.h"

namespace inkwell::objects {

/// Makes an object known to WrittenObjects while it lives: around the publishing of its fact, on the writer's thread.
/// What a listener writes over the object outdates it.
class InHand {
public:
    explicit InHand(const WrittenObject& object);
    ~InHand();
    InHand(const InHand&) = delete;
    InHand& operator=(const InHand&) = delete;

    /// Something else of the object was stored: what is at hand of it on this thread counts no longer.
    static void outdate(const std::string& id) noexcept;
    static const WrittenObject* find(const std::string& id) noexcept;

private:
    const WrittenObject& object_;
    InHand* const outer_;
    bool isOutdated_ = false;
};

class ObjectsInHand : public WrittenObjects {
public:
    const WrittenObject* current(const std::string& id) const override { return InHand::find(id); }
};

}  // namespace inkwell::objects
