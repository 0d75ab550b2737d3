#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>

#include "kernel/app/server.h"

namespace inkwell::kernel {

/// The bytes of a media, which may break off: a stream does not say so.
struct ContentFile {
    std::shared_ptr<std::istream> bytes;  // null: the record has none
    std::int64_t size = 0;                // how many there must be; -1: nobody said
};

/// One of the two buckets of `inkwell content`: in this server's database, or anywhere by HTTP. One thread. Methods
/// throw std::runtime_error or ApiError with a sentence for the operator.
class ContentSide {
public:
    virtual ~ContentSide() = default;

    /// "bucket 'blog'", "https://example.com/v2/buckets/blog"
    virtual std::string name() const = 0;
    /// Two buckets with the same one have their files in the same stores.
    virtual std::string server() const = 0;
    /// Writes the bucket file (interface/import-and-export.md, "The file").
    virtual void exportTo(std::ostream& file) = 0;
    /// All of the file or nothing.
    virtual void import(std::istream& file) = 0;
    /// Valid until the next call.
    virtual ContentFile openFile(const std::string& media) = 0;
    /// Gives a media record its bytes. Does nothing when it has them.
    virtual void fill(const std::string& media, std::istream& bytes) = 0;
    /// Deletes what is as it was at `modifiedAt`, the `modified_at` of the bucket file, or is gone already. Returns
    /// false where somebody has changed it since, or a draft is prepared over it: then it stays.
    virtual bool removeObject(const std::string& id, const std::string& modifiedAt) = 0;
};

/// A bucket of the database. `server` is open and outlives it.
std::unique_ptr<ContentSide> localSide(Server& server, const std::string& slug);

/// Whether `text` is an address rather than a slug.
bool isAddress(const std::string& text);

/// Whether what is sent to that address can be read on its way: by plain HTTP, to another machine.
bool isReadable(const std::string& address);

/// A bucket at an address such as https://example.com/v2/buckets/blog, with the token of one of its administrators.
/// Sends nothing yet. Throws std::runtime_error for an address of another form.
std::unique_ptr<ContentSide> remoteSide(const std::string& address, const std::string& token);

}  // namespace inkwell::kernel
