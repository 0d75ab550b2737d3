#pragma once

// Marks what the server and plugins share across libraries. Everything else is hidden (-fvisibility=hidden), so two
// plugins can never collide on a symbol; a class that is thrown or used through a base class across libraries needs
// this mark for its type information.
#define INKWELL_API __attribute__((visibility("default")))
