#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/process/installation.h"

namespace inkwell::test {

/// A real server with an account, a bucket, a type and a webhook. One thread.
class Site {
public:
    explicit Site(Engine engine);

    Installation& installation() { return installation_; }
    void start();
    void kill();
    int port() const { return Installation::portOf(*server_); }

    /// Fills a started server. The webhook hears of published posts that are created.
    void prepare(const std::string& webhookEndpoint);
    struct Keys {
        std::string token, read, write;
        std::string webhookId, rootId, picture;  // an object and a media name that everything refers to
    };
    const Keys& keys() const { return keys_; }
    /// Those of the site whose backup this one restored.
    void useKeys(const Keys& keys) { keys_ = keys; }

    JsonObject ask(const std::string& method, const std::string& path, const std::string& token, const Json& body = {});
    JsonObject createPost(const std::string& title, bool triggerWebhook);
    /// Every page of a list, with the read key.
    JsonArray listAll(const std::string& resource);
    std::set<std::string> deliveryIds(const std::string& state = "");
    /// Of the dead server, for which nobody waits in a test.
    void letLeasesRunOut();

private:
    Installation installation_;
    std::string engine_;
    std::unique_ptr<ChildProcess> server_;
    Keys keys_;
};

/// A post as createPost and Writers make it; it refers to the root and to the picture.
Json postBody(const Site::Keys& keys, const std::string& title, bool triggerWebhook);
/// Uploads a file under the name "<number>.bin", whose bytes follow from the number. The media's record.
JsonObject uploadNumber(int port, const std::string& writeKey, int number);
std::string bytesOf(int number);

/// Clients that write until the object goes: one creates posts, two upload and delete every second upload again.
class Writers {
public:
    Writers(int port, Site::Keys keys);
    ~Writers();

    struct Answered {
        std::set<std::string> titles;      // of posts
        std::map<std::string, int> media;  // names of those that stay, and their numbers
        std::set<std::string> deleted;     // names of media
    };
    /// What was answered with 200 so far.
    Answered answered() const;
    /// Waits for as many more posts and deletions.
    void waitFor(std::size_t more) const;

private:
    void createPosts();
    void upload(int first);

    const int port_;
    const Site::Keys keys_;
    mutable std::mutex mutex_;
    Answered answered_;
    std::atomic<bool> ending_{false};
    std::vector<std::thread> threads_;
};

}  // namespace inkwell::test
