// One computation per variant, a bound on what is done at once, workers that die.
#include "image_service.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <fstream>
#include <future>
#include <thread>

#include "inkwell/crypto.h"
#include "source_copies.h"
#include "temporary_file.h"
#include "tests/plugins/images/workshop.h"
#include "tests/support/error_text.h"
#include "tests/support/eventually.h"

namespace inkwell::images {
namespace {

class Service : public Workshop {
protected:
    /// Something that keeps a worker busy for seconds.
    static Params slow() { return {{"w", "6000"}, {"blur", "1500"}, {"fm", "png"}}; }

    void waitForWork() {
        for (int tries = 0; service().pool().busyWorkers().empty() && tries < 3000; ++tries)
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        ASSERT_FALSE(service().pool().busyWorkers().empty());
    }
};

TEST_F(Service, MakesAVariantOnceHoweverManyAsk) {
    const std::string path = paint(noise(800, 800), "noise.png");
    const MediaContent media = mediaOf(path);
    service();
    std::vector<std::string> made(16);
    std::vector<std::thread> askers;
    askers.reserve(made.size());
    for (std::string& one : made)
        askers.emplace_back([&] { one = readAll(service().get("b1", media, parse({{"w", "300"}, {"fm", "webp"}}))); });
    for (std::thread& asker : askers) asker.join();
    EXPECT_EQ(service().pool().runs(), 1);
    EXPECT_FALSE(made[0].empty());
    for (const std::string& one : made) EXPECT_EQ(one, made[0]);
    bytesOf(path, {{"fm", "webp"}, {"w", "300"}, {"h", "bad"}});
    EXPECT_EQ(service().pool().runs(), 1) << "the same wish in other words";
    bytesOf(path, {{"w", "301"}, {"fm", "webp"}});
    EXPECT_EQ(service().pool().runs(), 2);
}

TEST_F(Service, MakesItOnceWithoutACacheToo) {
    ImageSettings settings = smallSettings();
    settings.cacheBytes = 0;
    serviceWith(settings);
    const std::string path = paint(quadrants(80, 80), "flag.png");
    EXPECT_EQ(bytesOf(path, {{"w", "40"}}), bytesOf(path, {{"w", "40"}}));
    EXPECT_EQ(service().pool().runs(), 2);
    EXPECT_EQ(service().cache().bytes(), 0);
    EXPECT_TRUE(std::filesystem::is_empty(folder() / "cache1" / "unfinished"));
}

TEST_F(Service, MakesPicturesThatItsFolderDoesNotTake) {
    const std::string path = paint(quadrants(80, 80), "flag.png");
    const std::string kept = bytesOf(path, {{"w", "40"}});
    const std::filesystem::path cache = folder() / "cache1";
    std::filesystem::remove_all(cache);
    std::ofstream(cache) << "no folder";
    EXPECT_EQ(bytesOf(path, {{"w", "40"}}), kept);
    MediaContent media = mediaOf(path);
    media.localPath.clear();
    EXPECT_EQ(readAll(service().get("b1", media, parse({{"w", "40"}}))), kept) << "of a store without files here";
    EXPECT_EQ(service().cache().notKept(), 2);
    std::filesystem::remove(cache);
    EXPECT_EQ(bytesOf(path, {{"w", "40"}}), kept);
    EXPECT_EQ(service().cache().notKept(), 2);
    const std::int64_t runs = service().pool().runs();
    EXPECT_EQ(bytesOf(path, {{"w", "40"}}), kept);
    EXPECT_EQ(service().pool().runs(), runs) << "the folder is made again, and takes it";
}

TEST_F(Service, TellsToTryAgainWhereAFullDiskTakesNoPicture) {
    const std::string path = paint(noise(80, 80), "noise.png");
    const Descriptor picture = openForReading(path);
    const Descriptor full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
    EXPECT_EQ(test::errorOf([&] { copyFile(picture.get(), full.get()); }),
              "503: there is no room to make images at the moment; try again");
}

TEST_F(Service, RemembersWhyAPictureCannotBeMade) {
    const std::string path = write("no image", "x.png");
    const std::string first = refusalOf(path, {{"w", "1"}});
    EXPECT_EQ(first,
              "422 the image 'x.png' cannot be processed: its bytes are not those of a JPEG, PNG, GIF, WebP, AVIF, "
              "HEIF or TIFF file");
    EXPECT_EQ(refusalOf(path, {{"w", "1"}}), first);
    EXPECT_EQ(service().pool().runs(), 1);
    EXPECT_EQ(refusalOf(path, {{"w", "2"}}),
              "422 the image 'x.png' cannot be processed: its bytes are not those of a JPEG, PNG, GIF, WebP, AVIF, "
              "HEIF or TIFF file");
    EXPECT_EQ(service().pool().runs(), 2) << "another picture";
    EXPECT_TRUE(std::filesystem::is_empty(folder() / "cache1" / "unfinished"));
}

TEST_F(Service, RemembersThatAPictureTakesTooLong) {
    ImageSettings settings = smallSettings();
    settings.pool.timeoutMs = 300;
    serviceWith(settings);
    const std::string path = paint(noise(1500, 1500), "noise.jpg");
    const std::string first = refusalOf(path, slow());
    EXPECT_NE(first.find("longer than the 300 milliseconds"), std::string::npos) << first;
    EXPECT_EQ(refusalOf(path, slow()), first);
    EXPECT_EQ(service().pool().runs(), 1);
}

TEST_F(Service, RefusesAllPicturesOfAFileThatTakesTooLongForASmallOne) {
    ImageSettings settings = smallSettings();
    settings.pool.timeoutMs = 1;
    serviceWith(settings);
    const std::string path = paint(noise(1500, 1500), "noise.jpg");
    const std::string first = refusalOf(path, {{"w", "100"}});
    EXPECT_NE(first.find("longer than the 1 milliseconds"), std::string::npos) << first;
    for (const Params& other : {Params{{"w", "200"}}, Params{{"fm", "json"}}, slow()})
        EXPECT_EQ(refusalOf(path, other), first);
    EXPECT_EQ(service().pool().runs(), 1);

    const std::string good = paint(quadrants(1500, 1500), "good.jpg");
    refusalOf(good, slow());
    refusalOf(good, {{"w", "100"}});
    EXPECT_EQ(service().pool().runs(), 3) << "the wish was to blame, not the file";
}

TEST_F(Service, RefusesTooMuchWorkBeforeItBegins) {
    ImageSettings settings = smallSettings();
    settings.maxWorkMs = ImageSettings().maxWorkMs;
    settings.pool.timeoutMs = 60'000;
    serviceWith(settings);
    const std::string path = paint(noise(1500, 1500), "noise.jpg");
    for (const Params& wish :
         {slow(), Params{{"w", "8192"}, {"blur", "7"}, {"sharp", "100"}, {"fm", "avif"}, {"q", "1"}}}) {
        const std::string refusal = refusalOf(path, wish);
        EXPECT_NE(refusal.find("milliseconds of work, more than the 6000 that are allowed"), std::string::npos)
            << refusal;
    }
    EXPECT_EQ(refusalOf(path, {{"w", "800"}, {"fm", "avif"}}), "made");
}

TEST_F(Service, CopiesAContentOnceHoweverManyPicturesAreMadeOfIt) {
    MediaContent media = mediaOf(paint(quadrants(80, 80), "flag.png"));
    media.localPath.clear();
    std::atomic<int> reads = 0;
    media.read = [&reads, read = media.read](std::int64_t offset, std::int64_t length) {
        ++reads;
        return read(offset, length);
    };
    const std::filesystem::path place = folder() / "copies";
    std::filesystem::create_directory(place);
    SourceCopies copies([&] { return place; });
    std::vector<std::thread> askers;
    for (int i = 0; i < 8; ++i)
        askers.emplace_back([&] {
            const Descriptor copy = copies.get(media);  // each reads from the start
            std::array<char, 4> head{};
            EXPECT_EQ(::read(copy.get(), head.data(), head.size()), 4);
            EXPECT_EQ(std::string(head.data() + 1, 3), "PNG");
        });
    for (std::thread& asker : askers) asker.join();
    EXPECT_EQ(reads, 1) << "the last one is kept";
    EXPECT_TRUE(std::filesystem::is_empty(place)) << "a killed process leaves none";
    copies.forget();
    copies.get(media);
    EXPECT_EQ(reads, 2);
}

TEST_F(Service, OfAContentThatBreaksOffTellsToTryAgain) {
    MediaContent media = mediaOf(paint(quadrants(80, 80), "flag.png"));
    media.localPath.clear();
    media.read = [read = media.read](std::int64_t offset, std::int64_t) { return read(offset, 10); };
    SourceCopies copies([&] { return folder(); });
    try {
        copies.get(media);
        FAIL() << "half a file";
    } catch (const ApiError& error) {
        EXPECT_EQ(error.status(), 503);
        EXPECT_NE(error.logText().find("the media store gave 10 of the "), std::string::npos) << error.logText();
    }
}

TEST_F(Service, CopiesNothingBeforeAWorkerIsFree) {
    ImageSettings settings = smallSettings();
    settings.pool.workers = 1;
    settings.pool.timeoutMs = 1000;
    serviceWith(settings);
    const std::string path = paint(noise(1500, 1500), "noise.jpg");
    MediaContent media = mediaOf(paint(quadrants(80, 80), "flag.png"));
    media.localPath.clear();
    std::atomic<bool> wasReadBehindAWorker = false;
    media.read = [&, read = media.read](std::int64_t offset, std::int64_t length) {
        wasReadBehindAWorker = !service().pool().busyWorkers().empty();
        return read(offset, length);
    };
    std::thread asker([&] { refusalOf(path, slow()); });
    waitForWork();
    std::thread other([&] {
        try {
            service().get("b1", media, parse({{"w", "40"}}));
        } catch (const ApiError& error) {
            EXPECT_EQ(error.status(), 503);
        }
    });
    other.join();
    asker.join();
    EXPECT_FALSE(wasReadBehindAWorker) << "the only worker was busy";
}

TEST_F(Service, CountsThoseThatWaitForTheSamePicture) {
    ImageSettings settings = smallSettings();
    settings.pool.workers = 1;
    settings.pool.queue = 1;
    serviceWith(settings);
    const std::string path = paint(noise(1500, 1500), "noise.jpg");
    const MediaContent media = mediaOf(path);
    std::atomic<int> refused = 0;
    std::vector<std::thread> askers;
    askers.emplace_back([&] { refusalOf(path, slow()); });
    waitForWork();
    for (int i = 0; i < 3; ++i) {
        askers.emplace_back([&] {
            try {
                service().get("b1", media, parse(slow()));
            } catch (const ApiError& error) {
                if (error.message() == tooBusy().message()) ++refused;
            }
        });
    }
    EXPECT_TRUE(test::eventually([&] { return refused >= 2; }));
    EXPECT_FALSE(service().pool().busyWorkers().empty()) << "they were refused while the picture was made";
    service().stop();
    for (std::thread& asker : askers) asker.join();
    EXPECT_EQ(refused, 2);
}

// Otherwise one who asks for many that take long keeps a worker from all others, though seats are left.
TEST_F(Service, GivesWorkersToTheNetworksInTurn) {
    ImageSettings settings = smallSettings();
    settings.pool.workers = 1;
    serviceWith(settings);
    std::promise<void> begun, goOn;
    std::string order;
    const auto ask = [&](const std::string& network, const std::string& name) {
        MediaContent media = mediaOf(paint(quadrants(80, 80), "flag.png"));
        media.digest = toHex(Digest::of(name));
        media.localPath.clear();
        media.read = [&, name, read = media.read](std::int64_t offset, std::int64_t length) {
            order += name + " ";  // whoever reads has the only worker
            if (name == "a1") {
                begun.set_value();
                goOn.get_future().wait();
            }
            return read(offset, length);
        };
        return std::thread([&, network, media] { service().get("b1", media, parse({{"w", "40"}}), network); });
    };
    std::vector<std::thread> askers;
    askers.push_back(ask("192.0.2.1", "a1"));
    begun.get_future().wait();
    const std::vector<std::pair<std::string, std::string>> waiting = {
        {"192.0.2.1", "a2"}, {"192.0.2.1", "a3"}, {"192.0.2.2", "b1"}, {"192.0.2.2", "b2"}, {"192.0.2.3", "c1"}};
    for (const auto& [network, name] : waiting) {
        askers.push_back(ask(network, name));
        const std::size_t before = askers.size() - 1;
        ASSERT_TRUE(test::eventually([&] { return service().pool().waiting() == before; }));
    }
    goOn.set_value();
    for (std::thread& asker : askers) asker.join();
    EXPECT_EQ(order, "a1 b1 c1 a2 b2 a3 ");
    EXPECT_EQ(service().pool().waiting(), 0U);
}

TEST_F(Service, CopiesMediaOfAStoreWithoutLocalFiles) {
    MediaContent media = mediaOf(paint(quadrants(80, 80), "flag.png"));
    media.localPath.clear();
    const std::string bytes = readAll(service().get("b1", media, parse({{"w", "40"}})));
    EXPECT_EQ(bytes.substr(1, 3), "PNG");
    EXPECT_TRUE(std::filesystem::is_empty(folder() / "cache1" / "unfinished"));
}

TEST_F(Service, LeavesItToTheStoreWhyAFileIsNotThere) {
    MediaContent media = mediaOf(paint(quadrants(80, 80), "flag.png"));
    std::filesystem::remove(media.localPath);
    const auto refusal = [&] { return test::errorOf([&] { service().get("b1", media, parse({{"w", "40"}})); }); };
    const auto read = media.read;
    media.read = [](std::int64_t, std::int64_t) -> std::shared_ptr<std::istream> {
        throw ApiError::unavailable("the media store is away", 5);
    };
    EXPECT_EQ(refusal(), "503: the media store is away");
    media.read = [](std::int64_t, std::int64_t) -> std::shared_ptr<std::istream> {
        throw ApiError::notFound("media", "flag.png");
    };
    EXPECT_EQ(refusal(), test::missing("media", "flag.png"));
    media.read = read;
    EXPECT_EQ(refusal(), "no error") << "it is back";
}

TEST_F(Service, RefusesWhatIsTooMuchAtOnce) {
    ImageSettings settings = smallSettings();
    settings.pool.workers = 1;
    settings.pool.queue = 0;
    serviceWith(settings);
    const std::string path = paint(noise(1500, 1500), "noise.jpg");
    const std::string other = paint(quadrants(8, 8), "flag.png");
    std::thread asker([&] { refusalOf(path, slow()); });
    waitForWork();
    const std::string refusal = refusalOf(other, {{"w", "4"}});
    EXPECT_EQ(refusal, "503 too many images are being made right now; try again");
    service().stop();
    asker.join();
}

TEST_F(Service, SurvivesAWorkerThatIsKilledAtWork) {
    const std::string path = paint(noise(1500, 1500), "noise.jpg");
    service();
    std::atomic<bool> isDone = false;
    std::string refusal;
    std::thread asker([&] {
        refusal = refusalOf(path, slow());
        isDone = true;
    });
    while (!isDone) {
        for (const pid_t worker : service().pool().busyWorkers()) ::kill(worker, SIGKILL);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    asker.join();
    EXPECT_EQ(refusal, "503 the making of this image was stopped; try again");
    EXPECT_EQ(make(paint(quadrants(8, 8), "flag.png"), {{"w", "4"}}).width(), 4);
}

TEST_F(Service, ReplacesAWorkerThatDiedWhileItWaited) {
    const std::string path = paint(noise(1500, 1500), "noise.jpg");
    service();
    std::thread asker([&] { EXPECT_EQ(refusalOf(path, {{"w", "1600"}, {"fm", "png"}}), "made"); });
    waitForWork();
    const std::vector<pid_t> workers = service().pool().busyWorkers();
    asker.join();
    for (const pid_t worker : workers) ::kill(worker, SIGKILL);
    EXPECT_EQ(make(paint(quadrants(8, 8), "flag.png"), {{"w", "4"}}).width(), 4);
}

TEST_F(Service, EndsItsWorkersWhenItStops) {
    const std::string path = paint(noise(1500, 1500), "noise.jpg");
    std::string refusal;
    service();
    std::thread asker([&] { refusal = refusalOf(path, slow()); });
    waitForWork();
    const pid_t worker = service().pool().busyWorkers().at(0);
    service().stop();
    asker.join();
    EXPECT_EQ(refusal.substr(0, 3), "503");
    EXPECT_EQ(::kill(worker, 0), -1) << "the process is still there";
    EXPECT_EQ(refusalOf(path, {{"w", "5"}}).substr(0, 3), "503");
    service().start("");
    EXPECT_EQ(refusalOf(path, {{"w", "5"}}), "made") << "it can be started again";
}

TEST_F(Service, DoesNotStartWithoutItsWorker) {
    ImageSettings settings = smallSettings();
    settings.pool.program = "/nonexistent/inkwell-image-worker";
    EXPECT_THROW(serviceWith(settings), std::runtime_error);
}

}  // namespace
}  // namespace inkwell::images
