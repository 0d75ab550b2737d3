#pragma once

// Marks what crosses the border between the server and a plugin. Everything else is hidden
// (-fvisibility=hidden), so two plugins can never collide on a symbol; a class that is thrown or
// used through a base class across the border needs this mark for its type information.
#define INKWELL_API __attribute__((visibility("default")))
