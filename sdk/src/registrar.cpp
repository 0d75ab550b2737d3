#include "inkwell/registrar.h"

#include <stdexcept>

namespace inkwell {

void Registrar::get(std::string path, Auth auth, Handler handler, RouteOptions options) {
    addRoute(Method::Get, std::move(path), auth, std::move(handler), options);
}

void Registrar::post(std::string path, Auth auth, Handler handler, RouteOptions options) {
    addRoute(Method::Post, std::move(path), auth, std::move(handler), options);
}

void Registrar::put(std::string path, Auth auth, Handler handler, RouteOptions options) {
    addRoute(Method::Put, std::move(path), auth, std::move(handler), options);
}

void Registrar::patch(std::string path, Auth auth, Handler handler, RouteOptions options) {
    addRoute(Method::Patch, std::move(path), auth, std::move(handler), options);
}

void Registrar::del(std::string path, Auth auth, Handler handler, RouteOptions options) {
    addRoute(Method::Delete, std::move(path), auth, std::move(handler), options);
}

void Registrar::options(std::string path, Auth auth, Handler handler, RouteOptions options) {
    addRoute(Method::Options, std::move(path), auth, std::move(handler), options);
}

void Registrar::requireName(const char* contributionId, const std::string& name,
                            const std::function<std::string()>& ownName) {
    const std::string what = "the contribution '" + name + "' of '" + contributionId + "' ";
    std::string own;
    try {
        own = ownName();
    } catch (const std::exception& error) {
        throw std::logic_error(what + "does not say its own name: " + error.what());
    }
    if (own != name) throw std::logic_error(what + "names itself '" + own + "'; both names must be the same");
}

}  // namespace inkwell
