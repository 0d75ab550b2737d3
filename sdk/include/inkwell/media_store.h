#pragma once

#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <istream>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "inkwell/error.h"
#include "inkwell/export.h"

namespace inkwell {

/// Where a content is stored. Written "disk:65f0c1...": it names the store, so that a bucket can still read what
/// another store wrote before the operator switched. Media records keep it as `location`.
struct INKWELL_API MediaLocation {
    std::string store;
    std::string key;

    std::string text() const { return store + ":" + key; }
    /// Nothing for a text that is not a location; `key` satisfies isMediaKey.
    static std::optional<MediaLocation> parse(std::string_view text);
};

/// 1 to 200 of a-z, A-Z, 0-9, '-', '_' and '.', the first a letter or digit. Never taken from a client.
INKWELL_API bool isMediaKey(std::string_view text) noexcept;

/// Why an operation of a store failed.
class INKWELL_API MediaStoreError : public std::exception {
public:
    enum class Kind {
        NotFound,     // the store has no content under this key
        Full,         // no space left, or a quota is used up: clients get 507
        Unavailable,  // the store cannot be reached for now: clients get 503
        Other,        // refused, damaged, unknown: clients get 500
    };
    MediaStoreError(Kind kind, std::string message) : kind_(kind), message_(std::move(message)) {}
    Kind kind() const noexcept { return kind_; }
    const char* what() const noexcept override { return message_.c_str(); }  // for the log, never for clients

    /// The error for the client: 404, 507, 503 with Retry-After or 500; what() becomes the log text.
    ApiError toApiError() const;

private:
    Kind kind_;
    std::string message_;
};

/// The headers that a store must send when it serves content itself (publicAddress). What lies under a key never
/// changes: Cache-Control may say so.
struct MediaContentInfo {
    std::string contentType;    // checked by the caller; without CR and LF
    bool attachment = false;    // a browser could run it: Content-Disposition: attachment
    std::string fileName = {};  // to save it under: UTF-8 without control characters; "": none
};

/// One content on its way into a store. Used by one thread at a time; owned by the caller, who lets go of it before the
/// store's plugin stops. Destroyed without commit() it leaves nothing behind that open() or list() would show.
class INKWELL_API MediaWriter {
public:
    virtual ~MediaWriter() = default;
    /// Appends. Any length; large pieces (64 KB and more) are fastest. Throws MediaStoreError; after that the writer
    /// can only be destroyed.
    virtual void write(std::string_view bytes) = 0;
    /// When it returns, the content is there in full, for every reader, and survives a power cut. Called once, last.
    /// Throws MediaStoreError: then nothing is there.
    virtual void commit() = 0;
};

/// Keeps the bytes of media under keys that the media plugin makes. Contributed under its name and chosen for new
/// content by the media plugin's configuration; content is read from, and removed from, the store that its location
/// names. Any thread, many at once, also on one key. All but writers throw MediaStoreError.
class INKWELL_API MediaStore {
public:
    static constexpr const char* kContributionId = "inkwell.media-store/1";
    static constexpr std::int64_t kToEnd = std::numeric_limits<std::int64_t>::max();
    virtual ~MediaStore() = default;

    /// "disk": lower-case letters, digits and '_'. Stays what it is: locations hold it.
    virtual std::string name() const = 0;

    /// Starts a new content. A key is written once: committing another content under a key that is in use either throws
    /// Other or replaces it whole. Throws Other for an invalid key (isMediaKey).
    virtual std::unique_ptr<MediaWriter> begin(const std::string& key, const MediaContentInfo& info) = 0;

    /// As begin(), for bytes that lie in a file of this machine already, so that a store on the same disk need not
    /// write them again: the content is `file` as it stands, and the writer is only told to commit. Nothing when this
    /// store cannot take the file over, for whatever reason: the caller then writes the bytes with begin(). The caller
    /// does not change the bytes of `file` any more, keeps it until the commit and removes it when it likes; the
    /// content stays whole. The store leaves `file` where it is, but may change its mode and times. Throws as begin().
    virtual std::unique_ptr<MediaWriter> adopt(const std::string& key, const MediaContentInfo& info,
                                               const std::filesystem::path& file) {
        (void)key;
        (void)info;
        (void)file;
        return nullptr;
    }

    /// Puts the content of `from` under the new key `to` as well, with what was told of it, without its bytes coming
    /// through this server; when it returns true, all of it is there, as after a commit. False when this store cannot.
    /// The media plugin asks stores that have public addresses (publicAddress), so that what lies in the trash can be
    /// read at none that is known. Throws NotFound without `from`, Other for an invalid key.
    virtual bool copy(const std::string& from, const std::string& to) {
        (void)from;
        (void)to;
        return false;
    }

    /// `length` bytes from `offset` on, both at least 0; fewer if the content ends before, none past its end. Throws
    /// NotFound at once, also for an invalid key. The stream is for one thread at a time and sets badbit, not only
    /// eofbit, when reading fails; after a remove, reading may succeed or fail.
    virtual std::unique_ptr<std::istream> open(const std::string& key, std::int64_t offset = 0,
                                               std::int64_t length = kToEnd) = 0;

    /// In bytes. Throws NotFound.
    virtual std::int64_t size(const std::string& key) = 0;

    /// Whether contents can be read and written now, as far as that can be told cheaply: for the server's health, every
    /// few seconds, by one thread. Throws MediaStoreError when not. By default it asks for a content that nobody has.
    virtual void check();

    /// When it returns, the content is gone; it is no error if there was none. Cannot be undone: call it after the
    /// commit of the unit of work that removed the key.
    virtual void remove(const std::string& key) = 0;

    /// The URL at which anyone can get the content without this server, or nothing. Does not check that it exists.
    virtual std::optional<std::string> publicAddress(const std::string& key) const {
        (void)key;
        return std::nullopt;
    }
    /// A file on this machine with the content, for reading only, or nothing. Does not check that it exists.
    virtual std::optional<std::filesystem::path> localPath(const std::string& key) const {
        (void)key;
        return std::nullopt;
    }

    struct Entry {
        std::string key;
        std::int64_t sizeBytes = 0;
        std::int64_t ageMs = 0;  // since its commit, by the store's own clock; at least 0
    };
    /// Calls `visit` for every content, in any order: for tools that compare the store with its records. Content that
    /// is committed or removed meanwhile may or may not be listed. `visit` may remove; what it throws is rethrown.
    virtual void list(const std::function<void(const Entry&)>& visit) = 0;

    /// Removes what writers of a crashed server left behind and is older than this, which must exceed any upload's
    /// time. Called by a job of the media plugin, on every server of an installation.
    virtual void removeUnfinished(std::int64_t olderThanMs) = 0;
};

}  // namespace inkwell
