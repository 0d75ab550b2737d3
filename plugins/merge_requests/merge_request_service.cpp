#include "merge_request_service.h"

#include <algorithm>
#include <set>
#include <span>

#include "gone_objects.h"
#include "inkwell/bucket_filling.h"
#include "inkwell/metafield_engine.h"
#include "inkwell/object_catalog.h"
#include "merge.h"
#include "merge_request_view.h"

namespace inkwell::merge_requests {

namespace {

constexpr std::size_t kMissingShown = 10;
constexpr int kRetryAfterSeconds = 30;  // a disabled plugin comes back by an operator's hand

ApiError notFound(const std::string& id) { return ApiError::notFound("merge request", id); }

void requireOpen(const MergeRequest& request) {
    if (request.status == kMerged) throw ApiError::conflict("merge request '" + request.id + "' was completed already");
    if (request.status == kClosed) throw ApiError::conflict("merge request '" + request.id + "' was closed");
}

Change changeOf(const MergeRequest& request, const char* action, const char* readerAction, const Access& access) {
    return {0, request.bucketId, "merge", "", request.id, action, 0, access.actor(), readerAction};
}

// Nobody who reads the source sees anything of it: only its audit tells.
Change changeOfSource(const MergeRequest& request, const char* action, const Access& access) {
    return {0, request.sourceId, "merge", "", request.id, action, 0, access.actor(), ""};
}

std::set<std::string> existing(Services& services, const Bucket& source, const std::vector<std::string>& ids) {
    std::set<std::string> found;
    for (ObjectCatalog::Summary& one : services.get<ObjectCatalog>().summaries(source, ids)) {
        found.insert(std::move(one.id));
    }
    return found;
}

}  // namespace

MergeRequest MergeRequestService::open(const Bucket& target, const Access& access, NewMergeRequest input) {
    std::shared_ptr<const Bucket> source;
    if (input.sourceSlug == target.slug) {
        input.problems.add("source_bucket", "must be another bucket than the one that is merged into");
    } else if (!input.sourceSlug.empty()) {
        source = findVisible(access, input.sourceSlug);
        const ApiError unknown = ApiError::notFound("bucket", input.sourceSlug);
        if (!source && input.problems.empty()) throw unknown;
        if (!source) input.problems.add("source_bucket", unknown.message());
    }
    if (source) {
        requireAdmin(access, *source);
        checkObjects(*source, input);
    }
    input.problems.throwIfAny("the merge request cannot be opened");
    return services_.database().write([&](Sql& sql) {
        keepBucket(services_.events(), target.id, target.slug);
        MergeRequest request;
        request.id = services_.ids().next();
        request.bucketId = target.id;
        request.sourceId = source->id;
        request.sourceSlug = source->slug;
        request.title = input.title;
        request.objectIds = input.objectIds;
        request.createdAtMs = request.modifiedAtMs = services_.clock().nowMs();
        request.createdBy = access.userId();
        MergeRequestStore(sql).insert(request);
        publishChanged(request, "created", "created", access);
        tellSource(request, "created", access);
        return request;
    });
}

MergeRequestPage MergeRequestService::list(const Bucket& target, const ListParams& params) {
    return services_.database().read([&](Sql& sql) { return MergeRequestStore(sql).list(target.id, params); });
}

MergeRequest MergeRequestService::get(const Bucket& target, const std::string& id) {
    auto request = services_.database().read([&](Sql& sql) { return MergeRequestStore(sql).find(target.id, id); });
    if (!request) throw notFound(id);
    return *request;
}

OutgoingPage MergeRequestService::outgoing(const Bucket& source, const ListParams& params) {
    const MergeRequestPage page =
        services_.database().read([&](Sql& sql) { return MergeRequestStore(sql).openFrom(source.id, params); });
    OutgoingPage found{{}, page.total};
    for (const MergeRequest& one : page.requests) {
        const auto target = services_.get<BucketDirectory>().findById(one.bucketId);
        found.requests.push_back({one, target ? target->slug : ""});
    }
    return found;
}

MergeRequestService::Shown MergeRequestService::shown(const Bucket& target, const std::string& id,
                                                      Visibility visibility, std::string_view token) {
    const std::string caller = ownerOf(token);
    if (visibility == Visibility::Any && !isAdmin(caller, target.id)) {
        throw ApiError::forbidden("drafts of a merge request are shown to admins of bucket '" + target.slug +
                                  "' only: send the read key and the header 'Authorization: Bearer <token>'");
    }
    Shown found = shownTo(caller, target, id);
    if (visibility == Visibility::Any && !isAdmin(caller, found.source->id)) {
        throw ApiError::forbidden("drafts of merge request '" + id + "' are shown to who is an admin of bucket '" +
                                  found.source->slug + "' too");
    }
    return found;
}

MergeRequestService::Shown MergeRequestService::shownTo(const std::string& caller, const Bucket& target,
                                                        const std::string& id) {
    MergeRequest request = get(target, id);
    if (request.status == kMerged) {
        throw ApiError::conflict("merge request '" + id + "' was completed; its objects are those of bucket '" +
                                 target.slug + "' now");
    }
    if (request.status == kClosed) {
        throw ApiError::conflict("merge request '" + id + "' was closed; its objects are no longer shown");
    }
    std::shared_ptr<const Bucket> source = findSource(request);
    if (!source) throw ApiError::notFound("bucket", request.sourceSlug);
    if (services_.find<Identity>() == nullptr) {
        throw ApiError::unavailable("users are disabled, and with them what merge requests show", kRetryAfterSeconds);
    }
    if (!isAdmin(request.createdBy, source->id) && !isAdmin(caller, source->id)) {
        throw ApiError::conflict("merge request '" + id + "' shows nothing any more: who opened it is no longer an " +
                                 "admin of bucket '" + source->slug + "'; an admin of both buckets can open another");
    }
    return {std::move(source), std::move(request.objectIds)};
}

MergeRequestService::Changes MergeRequestService::changes(const Bucket& target, const Access& access,
                                                          const std::string& id, std::int64_t limit,
                                                          std::int64_t skip) {
    const Shown request = shownTo(access.userId(), target, id);
    const auto total = static_cast<std::int64_t>(request.objectIds.size());
    const auto first = static_cast<std::size_t>(std::min(skip, total));
    const auto count = static_cast<std::size_t>(std::min(limit, total - std::min(skip, total)));
    const std::span<const std::string> some = std::span(request.objectIds).subspan(first, count);
    return services_.database().read([&](Sql&) {
        // First: what changes meanwhile is then shown under a state that is over.
        std::string state = stateOf(target, id, request);
        return Changes{findChanges(services_, *request.source, target, some), total, std::move(state)};
    });
}

std::string MergeRequestService::stateOf(const Bucket& target, const std::string& id, const Shown& request) {
    if (std::optional<std::string> known = states_.find(id)) return std::move(*known);
    const StateCache::Stamp stamp = states_.stamp();
    const JsonObject content = exportObjects(services_, *request.source, target, request.objectIds);
    std::string state = merge_requests::stateOf(services_, target, request.objectIds, content);
    states_.keep(id, {request.source->id, target.id, stamp, state});
    return state;
}

MergeRequest MergeRequestService::complete(const Bucket& target, const Access& access, const std::string& id,
                                           const Completion& completion) {
    access.requirePublish();
    const MergeRequest asked = get(target, id);
    requireOpen(asked);
    const std::shared_ptr<const Bucket> source = findSource(asked);
    if (!source) throw ApiError::notFound("bucket", asked.sourceSlug);
    requireAdmin(access, *source);
    return services_.database().write([&](Sql& sql) {
        keepBucket(services_.events(), target.id, target.slug);
        MergeRequestStore store(sql);
        // Another one may have completed or closed it meanwhile, or deleted its source.
        std::optional<MergeRequest> request = store.findForUpdate(target.id, id);
        if (!request) throw notFound(id);
        requireOpen(*request);
        JsonObject content = exportObjects(services_, *source, target, request->objectIds);
        requireObjects(*source, *request, content);
        if (completion.state &&
            *completion.state != merge_requests::stateOf(services_, target, request->objectIds, content)) {
            states_.forget(id);  // whatever made it another one, the next look finds it
            throw ApiError::conflict("the objects of merge request '" + id +
                                     "' have changed since they were looked at; look at them again");
        }
        mergeObjects(services_, {target, request->objectIds, access.userId()}, std::move(content));
        request->status = kMerged;
        request->modifiedAtMs = services_.clock().nowMs();
        request->completedAtMs = request->modifiedAtMs;
        request->completedBy = access.userId();
        store.update(*request);
        tellSource(*request, "completed", access);
        publishCompleted(*request, access, completion.triggerWebhook);
        return *request;
    });
}

void MergeRequestService::close(const Bucket& target, const Access& access, const std::string& id) {
    services_.database().write([&](Sql& sql) {
        MergeRequestStore store(sql);
        std::optional<MergeRequest> request = store.findForUpdate(target.id, id);
        if (!request) throw notFound(id);
        requireOpen(*request);
        close(store, *request, access);
        tellSource(*request, "closed", access);
    });
}

void MergeRequestService::closeOutgoing(const Bucket& source, const Access& access, const std::string& id) {
    services_.database().write([&](Sql& sql) {
        MergeRequestStore store(sql);
        std::optional<MergeRequest> request = store.findFromForUpdate(source.id, id);
        if (!request) throw notFound(id);
        requireOpen(*request);
        close(store, *request, access);
        tellSource(*request, "closed", access);
    });
}

void MergeRequestService::removeOfBucket(const std::string& bucketId) {
    services_.database().write([&](Sql& sql) {
        MergeRequestStore store(sql);
        store.removeOfBucket(bucketId);
        for (MergeRequest& request : store.openFromForUpdate(bucketId)) close(store, request, Access::system());
    });
}

void MergeRequestService::close(MergeRequestStore& store, MergeRequest& request, const Access& access) {
    request.status = kClosed;
    request.modifiedAtMs = services_.clock().nowMs();
    store.update(request);
    publishChanged(request, "closed", "edited", access);
}

std::shared_ptr<const Bucket> MergeRequestService::findSource(const MergeRequest& request) {
    std::shared_ptr<const Bucket> found = services_.get<BucketDirectory>().findBySlug(request.sourceSlug);
    return found && found->id == request.sourceId ? found : nullptr;
}

std::shared_ptr<const Bucket> MergeRequestService::findVisible(const Access& access, const std::string& slug) {
    std::shared_ptr<const Bucket> found = services_.get<BucketDirectory>().findBySlug(slug);
    Identity* identity = services_.find<Identity>();
    const bool isMember = found && identity != nullptr && identity->findMembership(access.userId(), found->id);
    return isMember ? found : nullptr;
}

void MergeRequestService::requireAdmin(const Access& access, const Bucket& source) {
    Identity* identity = services_.find<Identity>();
    const std::optional<Membership> membership =
        identity != nullptr ? identity->findMembership(access.userId(), source.id) : std::nullopt;
    // As at the bucket's own addresses: its slug could be found out by trying.
    if (!membership) throw ApiError::notFound("bucket", source.slug);
    if (membership->role != Role::Admin) {
        throw ApiError::forbidden("only an admin of bucket '" + source.slug + "' may merge from it");
    }
}

std::string MergeRequestService::ownerOf(std::string_view token) {
    Identity* identity = services_.find<Identity>();
    if (identity == nullptr || token.empty()) return "";
    const std::optional<Account> account = identity->findByToken(token);
    return account ? account->id : "";
}

bool MergeRequestService::isAdmin(const std::string& userId, const std::string& bucketId) {
    Identity* identity = services_.find<Identity>();
    if (identity == nullptr || userId.empty()) return false;
    const std::optional<Membership> membership = identity->findMembership(userId, bucketId);
    return membership && membership->role == Role::Admin;
}

void MergeRequestService::checkObjects(const Bucket& source, NewMergeRequest& input) {
    const std::set<std::string> found = existing(services_, source, input.objectIds);
    for (std::size_t i = 0; i < input.objectIds.size(); ++i) {
        if (found.count(input.objectIds[i]) != 0) continue;
        input.problems.add("objects[" + std::to_string(input.places[i]) + "]",
                           "object '" + input.objectIds[i] + "' was not found in bucket '" + source.slug + "'");
    }
}

// Of what was exported, because one may have been deleted between two reads.
void MergeRequestService::requireObjects(const Bucket& source, const MergeRequest& request, const JsonObject& content) {
    std::set<std::string_view> found;
    if (const JsonArray* objects = arrayOf(content, kObjectsMember))
        for (const Json& one : *objects) found.insert(textOf(one.as_object(), "id"));
    std::vector<std::string> gone;
    for (const std::string& id : request.objectIds)
        if (!found.contains(id)) gone.push_back(id);
    if (gone.empty()) return;
    const auto shown = std::span(gone).first(std::min(gone.size(), kMissingShown));
    const std::map<std::string, TrashedRecord> known = findGone(services_, source, shown);
    std::string missing;
    for (const std::string& id : shown) {
        const auto record = known.find(id);
        if (!missing.empty()) missing += ", ";
        missing += idWithTitle(id, record == known.end() ? "" : record->second.title);
    }
    if (gone.size() > kMissingShown) missing += " and " + std::to_string(gone.size() - kMissingShown) + " more";
    throw ApiError::conflict("merge request '" + request.id + "' cannot be completed: bucket '" + source.slug +
                             "' no longer has the object" + (gone.size() == 1 ? " " : "s ") + missing);
}

void MergeRequestService::publishChanged(const MergeRequest& request, const char* action, const char* readerAction,
                                         const Access& access) {
    services_.events().publish(MergeRequestChanged{changeOf(request, action, readerAction, access)});
}

void MergeRequestService::tellSource(const MergeRequest& request, const char* action, const Access& access) {
    services_.events().publish(MergeRequestChanged{changeOfSource(request, action, access)});
}

void MergeRequestService::publishCompleted(const MergeRequest& request, const Access& access, bool triggerWebhook) {
    MergeCompleted fact;
    fact.change = changeOf(request, "completed", "edited", access);
    fact.triggerWebhook = triggerWebhook;
    if (triggerWebhook) {
        fact.record = [this, id = request.id](const Bucket& target, const RenderOptions& options) {
            return JsonObject(renderMergeRequest(get(target, id), target.slug), options.memory);
        };
    }
    services_.events().publish(std::move(fact));
}

}  // namespace inkwell::merge_requests
