#include "edit/objects_in_hand.h"

namespace inkwell::objects {

namespace {

thread_local InHand* innermost = nullptr;

}  // namespace

InHand::InHand(const WrittenObject& object) : object_(object), outer_(innermost) {
    outdate(object.id);
    innermost = this;
}

InHand::~InHand() { innermost = outer_; }

void InHand::outdate(const std::string& id) noexcept {
    for (InHand* one = innermost; one != nullptr; one = one->outer_) {
        if (one->object_.id == id) one->isOutdated_ = true;
    }
}

const WrittenObject* InHand::find(const std::string& id) noexcept {
    for (const InHand* one = innermost; one != nullptr; one = one->outer_) {
        if (one->object_.id == id) return one->isOutdated_ ? nullptr : &one->object_;
    }
    return nullptr;
}

}  // namespace inkwell::objects
