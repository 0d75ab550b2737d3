#include "kernel/plugins/library_file.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

namespace inkwell::kernel {

namespace {

bool isWithin(std::uint64_t offset, std::uint64_t size, std::uint64_t whole) {
    return offset <= whole && size <= whole - offset;
}

template <class Header>
bool readAt(std::ifstream& file, std::uint64_t offset, Header* headers, std::size_t count) {
    file.seekg(static_cast<std::streamoff>(offset));
    file.read(reinterpret_cast<char*>(headers), static_cast<std::streamsize>(count * sizeof(Header)));
    return file.good();
}

}  // namespace

std::string findLibraryDamage(const std::string& file) {
    std::error_code unreadable;
    const std::uint64_t size = std::filesystem::file_size(file, unreadable);
    std::ifstream in(file, std::ios::binary);
    Elf64_Ehdr head{};
    if (unreadable || !in || !readAt(in, 0, &head, 1)) return "";
    if (std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_ident[EI_CLASS] != ELFCLASS64) return "";
    if (head.e_phentsize != sizeof(Elf64_Phdr)) return "";

    std::vector<Elf64_Phdr> segments(head.e_phnum);
    const bool isWhole = isWithin(head.e_shoff, std::uint64_t{head.e_shentsize} * head.e_shnum, size) &&
                         isWithin(head.e_phoff, sizeof(Elf64_Phdr) * segments.size(), size) &&
                         readAt(in, head.e_phoff, segments.data(), segments.size()) &&
                         std::all_of(segments.begin(), segments.end(), [&](const Elf64_Phdr& one) {
                             return one.p_type != PT_LOAD || isWithin(one.p_offset, one.p_filesz, size);
                         });
    return isWhole ? "" : "cannot be loaded: the file ends too early; copy it again, and whole";
}

}  // namespace inkwell::kernel
