// What a plugin's setup() may declare for the operator and for clients: numbers, health, parts of the API's
// description.
#include "kernel/plugins/recorder.h"

#include <gtest/gtest.h>

#include "inkwell/bucket_transfer.h"
#include "inkwell/error.h"
#include "inkwell/live_settings.h"
#include "inkwell/metafield_type.h"
#include "inkwell/withheld.h"

namespace inkwell::kernel {
namespace {

template <class Declare>
std::string refusalOf(const Declare& declare) {
    try {
        declare();
    } catch (const std::logic_error& error) {
        return error.what();
    }
    return "no refusal";
}

class NoServices : public Services {
public:
    Database& database() override { throw std::logic_error("none"); }
    Events& events() override { throw std::logic_error("none"); }
    const Clock& clock() override { throw std::logic_error("none"); }
    Ids& ids() override { throw std::logic_error("none"); }
    Log& log() override { throw std::logic_error("none"); }
    const ServerInfo& server() override { throw std::logic_error("none"); }
    ChangeLog& changes() override { throw std::logic_error("none"); }

protected:
    void* getService(const char*) override { return nullptr; }
    void* findService(const char*) override { return nullptr; }
    std::vector<void*> findContributions(const char*) override { return {}; }
};

struct Named {
    static constexpr const char* kContributionId = "test.named/1";
};

/// What a type may have before it, so that its address as an interface is another one.
class Counting {
public:
    virtual ~Counting() = default;

protected:
    int count_ = 7;
};

class Counted : public Counting, public MetafieldType {
public:
    explicit Counted(std::string name) : name_(std::move(name)) {}
    std::string name() const override {
        if (name_.empty()) throw std::runtime_error("it is not known yet");
        return name_;
    }

private:
    std::string name_;
};

class Section : public BucketTransfer {
public:
    std::string member() const override { return "words"; }
    int rank() const override { return 50; }
    void exportAll(const Bucket&, const TakeEntry&) override {}
    JsonArray exportSome(const Bucket&, TransferSelection&) override { return {}; }
    void importAll(ImportItems&, const std::string&, ImportContext&) override {}
};

template <class C>
concept IsContributedWithoutItsInterface = requires(Registrar& registrar, std::unique_ptr<C> one) {
    registrar.contribute("name", std::move(one));
};
template <class S>
concept IsProvidedWithoutItsInterface = requires(Registrar& registrar, S& service) {
    registrar.provide(service);
};
template <class C>
concept IsContributedAs = requires(Registrar& registrar, std::unique_ptr<C> one) {
    registrar.contribute<C>("name", std::move(one));
};
template <class Settings, class T>
concept CanAskFor = requires(Settings& settings, const T& fallback) {
    settings.config("key", fallback, "meaning");
};

class Recording : public testing::Test {
protected:
    NoServices services_;
    const JsonObject settings_;
    const std::string directory_;
    Recorder recorder_{"p", settings_, [](const std::string&) { return SettingPlace{"plugins.d/p.json"}; }, services_,
                       directory_};
};

TEST_F(Recording, KeepsAMetric) {
    recorder_.metric(MetricKind::Counter, "things_total", "Things.", [] { return 7.5; });
    const Declarations declared = recorder_.take();
    ASSERT_EQ(declared.metrics.size(), 1u);
    EXPECT_EQ(declared.metrics[0].kind, MetricKind::Counter);
    EXPECT_EQ(declared.metrics[0].name, "things_total");
    EXPECT_EQ(declared.metrics[0].help, "Things.");
    EXPECT_EQ(declared.metrics[0].read(), 7.5);
}

TEST_F(Recording, RefusesAMetricThatTheExpositionCannotName) {
    for (const char* name : {"", "Things", "things-total", "things total", "thïngs", "a\nb"}) {
        EXPECT_THROW(recorder_.metric(MetricKind::Gauge, name, "", [] { return 1.0; }), std::logic_error) << name;
    }
    EXPECT_THROW(recorder_.metric(MetricKind::Gauge, "things", "", nullptr), std::logic_error);
    EXPECT_THROW(recorder_.metric(MetricKind::Counter, "things", "", [] { return 1.0; }), std::logic_error);
    EXPECT_THROW(recorder_.metric(MetricKind::Gauge, "things_total", "", [] { return 1.0; }), std::logic_error);
    EXPECT_TRUE(recorder_.take().metrics.empty());
}

TEST_F(Recording, KeepsAHealthCheck) {
    recorder_.health("queue", [] { return std::string("the queue is stuck"); });
    const Declarations declared = recorder_.take();
    ASSERT_EQ(declared.health.size(), 1u);
    EXPECT_EQ(declared.health[0].name, "queue");
    EXPECT_EQ(declared.health[0].problem(), "the queue is stuck");
    EXPECT_EQ(declared.health[0].means, ProblemMeans::NotReady);
}

TEST_F(Recording, RefusesAHealthCheckWithoutNameOrFunction) {
    EXPECT_THROW(recorder_.health("", [] { return std::string(); }), std::logic_error);
    EXPECT_THROW(recorder_.health("queue", nullptr), std::logic_error);
}

TEST_F(Recording, RefusesAJobAMetricAndAHealthCheckOfANameThatThereIs) {
    const auto number = [] { return 1.0; };
    const auto problem = [] { return std::string(); };
    recorder_.metric(MetricKind::Gauge, "things", "", number);
    recorder_.health("queue", problem);
    recorder_.every(std::chrono::seconds(1), "sweep", [] {});
    EXPECT_EQ(refusalOf([&] { recorder_.metric(MetricKind::Gauge, "things", "", number); }),
              "the metric 'things' is declared twice");
    EXPECT_EQ(refusalOf([&] { recorder_.health("queue", problem); }), "the health check 'queue' is declared twice");
    EXPECT_EQ(refusalOf([&] { recorder_.every(std::chrono::seconds(1), "sweep", [] {}); }),
              "the job 'sweep' is declared twice");
}

TEST_F(Recording, KeepsPartsOfTheDescriptionThatAreJsonObjects) {
    recorder_.openApi(R"({"schemas":{"Thing":{"type":"object"}}})");
    EXPECT_THROW(recorder_.openApi("[1]"), std::logic_error);
    EXPECT_THROW(recorder_.openApi("{"), ApiError);
    EXPECT_EQ(recorder_.take().openApi, std::vector<std::string>{R"({"schemas":{"Thing":{"type":"object"}}})"});
}

TEST_F(Recording, RefusesAContributionWhoseNameCannotBeShown) {
    const auto contribute = [&](const std::string& name) {
        return refusalOf([&] { recorder_.contribute<Named>(name, std::make_unique<Named>()); });
    };
    const std::string refusal =
        "a contribution of 'test.named/1' needs an object, and a name in UTF-8 without control characters";
    for (const std::string& name : {std::string(), std::string("\xFF"), std::string("a\nb"), std::string("a\0b", 3)})
        EXPECT_EQ(contribute(name), refusal) << name;
    EXPECT_EQ(contribute("größe"), "no refusal");
}

TEST_F(Recording, KeepsAContributionAsTheInterfaceThatItIsLookedForAs) {
    recorder_.contribute<MetafieldType>("counted", std::make_unique<Counted>("counted"));
    const Declarations declared = recorder_.take();
    ASSERT_EQ(declared.contributions.size(), 1U);
    EXPECT_EQ(static_cast<MetafieldType*>(declared.contributions[0].contribution.object.get())->name(), "counted");
}

TEST_F(Recording, TakesNothingAsTheClassThatImplementsIt) {
    EXPECT_FALSE(IsContributedWithoutItsInterface<Counted>);
    EXPECT_FALSE(IsProvidedWithoutItsInterface<Counted>);
    EXPECT_FALSE(IsContributedAs<Counted>);
    EXPECT_TRUE(IsContributedAs<MetafieldType>);
    EXPECT_TRUE(IsContributedAs<Withheld>) << "without virtual functions";
}

TEST_F(Recording, RefusesAContributionThatNamesItselfOtherwise) {
    EXPECT_EQ(
        refusalOf([&] { recorder_.contribute<MetafieldType>("price", std::make_unique<Counted>("text")); }),
        "the contribution 'price' of 'inkwell.metafield-type/1' names itself 'text'; both names must be the same");
    EXPECT_EQ(refusalOf([&] { recorder_.contribute<MetafieldType>("price", std::make_unique<Counted>("")); }),
              "the contribution 'price' of 'inkwell.metafield-type/1' does not say its own name: it is not known yet");
    EXPECT_EQ(refusalOf([&] { recorder_.contribute<BucketTransfer>("objects", std::make_unique<Section>()); }),
              "the contribution 'objects' of 'inkwell.bucket-transfer/1' names itself 'words'; both names must be the "
              "same");
    EXPECT_EQ(refusalOf([&] { recorder_.contribute<MetafieldType>("price", nullptr); }),
              "a contribution of 'inkwell.metafield-type/1' needs an object, and a name in UTF-8 without control "
              "characters");
    EXPECT_TRUE(recorder_.take().contributions.empty());
}

TEST_F(Recording, AsksForSettingsOfTheTypesThatTheServerReads) {
    EXPECT_FALSE((CanAskFor<Registrar, double>));
    EXPECT_FALSE((CanAskFor<Registrar, int>));
    EXPECT_FALSE((CanAskFor<Registrar, std::uint64_t>));
    EXPECT_FALSE((CanAskFor<PluginSettings, double>));
    EXPECT_TRUE((CanAskFor<Registrar, bool>));
    EXPECT_TRUE((CanAskFor<Registrar, std::int64_t>));
    EXPECT_TRUE((CanAskFor<PluginSettings, std::string>));
    EXPECT_TRUE((CanAskFor<Registrar, std::vector<std::string>>));
}

TEST_F(Recording, RefusesMigrationsWhoseNumbersAreNotInARow) {
    const std::vector<Migration> first{{1, "one", {}}, {2, "two", {}}};
    const std::vector<Migration> gap{{5, "five", {}}};
    const std::vector<Migration> zero{{0, "zero", {}}};
    EXPECT_EQ(refusalOf([&] { recorder_.migrations(zero); }),
              "migration 0 'zero' is out of order: the numbers must be 1, 2, 3 ...");
    recorder_.migrations(first);
    EXPECT_EQ(refusalOf([&] { recorder_.migrations(gap); }),
              "migration 5 'five' is out of order: the numbers must be 1, 2, 3 ...");
    EXPECT_EQ(recorder_.take().migrations.size(), 2u);
}

}  // namespace
}  // namespace inkwell::kernel
