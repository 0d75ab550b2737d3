#include "inkwell/registrar.h"

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

}  // namespace inkwell
