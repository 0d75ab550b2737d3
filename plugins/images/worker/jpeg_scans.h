#pragma once

namespace inkwell::images {

/// Counts the scans of a JPEG, each of which goes over the whole picture however few bytes it has; 0 for every other
/// file. Stops after `most`, at the end of the picture and at that of the file. `file` must be seekable; its offset
/// does not change.
int countScans(int file, int most);

}  // namespace inkwell::images
