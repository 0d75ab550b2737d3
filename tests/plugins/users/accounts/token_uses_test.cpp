#include "plugins/users/accounts/token_uses.h"

#include <gtest/gtest.h>

namespace inkwell::users {
namespace {

using Uses = TokenUses::Uses;

TEST(TokenUses, AreTheLastOfEachTokenUntilTheyAreTaken) {
    TokenUses uses;
    uses.note("ann", "a1", 10);
    uses.note("ann", "a2", 20);
    uses.note("bob", "b1", 30);
    uses.note("ann", "a1", 40);
    EXPECT_EQ(uses.of("ann"), (Uses{{"a1", 40}, {"a2", 20}}));
    EXPECT_EQ(uses.of("eve"), Uses());
    EXPECT_EQ(uses.take(), (Uses{{"a1", 40}, {"a2", 20}, {"b1", 30}}));
    EXPECT_EQ(uses.take(), Uses());
    EXPECT_EQ(uses.of("ann"), Uses());
}

TEST(TokenUses, AreBounded) {
    TokenUses uses(2);
    uses.note("ann", "a1", 10);
    uses.note("bob", "b1", 20);
    uses.note("eve", "e1", 30);
    uses.note("ann", "a1", 40);
    EXPECT_EQ(uses.take(), (Uses{{"a1", 40}, {"b1", 20}}));
    uses.note("eve", "e1", 50);
    EXPECT_EQ(uses.take(), (Uses{{"e1", 50}}));
}

}  // namespace
}  // namespace inkwell::users
