"""The journey of 16 steps with a client of openapi-generator. SVC_URL, SVC_EMAIL and SVC_PASSWORD name the server."""

import os
import time
import uuid

import svc_client as svc

steps = 0


def passed(name: str, is_right: bool) -> None:
    global steps
    if not is_right:
        raise SystemExit(f"failed: {name}")
    steps += 1
    print(f"ok {steps} {name}")


def bearer(token: str | None = None) -> svc.ApiClient:
    return svc.ApiClient(svc.Configuration(host=os.environ["SVC_URL"], access_token=token))


login = svc.LoginRequest(email=os.environ["SVC_EMAIL"], password=os.environ["SVC_PASSWORD"])
tokens = svc.LoginApi(bearer()).create_login(login)
passed("login", tokens.access_token.startswith("svcuser_"))
admin = bearer(tokens.access_token)
created = svc.OrganizationsApi(admin).create_organization(svc.CreateOrganizationRequest(name="Journey"))
organization = created.organization
passed("organization", organization.name == "Journey")
organization_key = svc.OrganizationKeysApi(admin).create_admin_api_key(
    svc.CreateKeyRequest(name="journey"), compat_organization=organization.id
)
passed("organization key", organization_key.value.startswith("svcorg_"))
owner = bearer(organization_key.value)
project = svc.ProjectsApi(owner).create_project(
    svc.CreateProjectRequest(name="Journey", limits=svc.ProjectLimits(requests_per_minute=1000))
)
passed("project with limits", project.limits.requests_per_minute == 1000)
project_keys = svc.ProjectKeysApi(owner)
key = project_keys.create_project_api_key(project.id, svc.CreateProjectKeyRequest(name="journey"))
passed("project key", key.value.startswith("svcproj_"))
passed("list of keys", [one.id for one in project_keys.list_project_api_keys(project.id).data] == [key.id])
client = bearer(key.value)
stores = svc.VectorStoresApi(client)
store = stores.create_vector_store(
    svc.CreateVectorStoreRequest(
        name=f"Journey {uuid.uuid4()}",
        metadata={"team": svc.MetadataValue("docs")},
        expires_after=svc.ExpirationPolicyRequest(days=7),
    )
)
passed("store with metadata and expiry", store.expires_after.days == 7)
text = b"The key to the engine room hangs behind the clock."
file = svc.FilesApi(client).create_file(file=("keys.md", text), purpose=svc.FilePurpose.ASSISTANTS)
passed("upload", file.bytes == len(text))
members = svc.VectorStoreFilesApi(client)
member = members.create_vector_store_file(
    store.id,
    svc.CreateVectorStoreFileRequest(
        file_id=file.id,
        attributes={"year": svc.MetadataValue(2024.0)},
        chunking_strategy=svc.ChunkingStrategyRequest(
            type=svc.ChunkingType.STATIC,
            static=svc.StaticChunkingRequest(max_chunk_size_tokens=200, chunk_overlap_tokens=50),
        ),
    ),
)
passed("attach with static chunking and attributes", member.attributes["year"].actual_instance == 2024)
deadline = time.time() + 60
while member.status == "in_progress" and time.time() < deadline:
    time.sleep(0.2)
    member = members.get_vector_store_file(store.id, file.id)
passed("poll", member.status == "completed")


def compare(kind: str, value: float) -> svc.InnerSearchFilter:
    return svc.InnerSearchFilter(svc.ComparisonFilter(type=kind, key="year", value=svc.MetadataValue(value)))


found = stores.search_vector_store(
    store.id,
    svc.SearchVectorStoreRequest(
        query=svc.SearchQueryInput("Where is the key?"),
        filters=svc.SearchFilter(svc.CompoundFilter(type="and", filters=[compare("gte", 2020.0), compare("lt", 2030.0)])),
    ),
)
passed("search with a compound filter", found.data[0].filename == "keys.md")
second = stores.create_vector_store(svc.CreateVectorStoreRequest(name=f"Second {uuid.uuid4()}"))
seen: list[str] = []
page = stores.list_vector_stores(limit=1)
while True:
    seen += [one.id for one in page.data]
    if not page.has_more:
        break
    page = stores.list_vector_stores(limit=1, after=page.last_id)
passed("walk by pages of 1", seen == [second.id, store.id])
try:
    stores.create_vector_store(svc.CreateVectorStoreRequest(expires_after=svc.ExpirationPolicyRequest.model_construct(days=0)))
    refusal = None
except svc.exceptions.UnprocessableEntityException as error:
    refusal = error.data
passed("422 as a typed error", isinstance(refusal, svc.ValidationBody) and refusal.detail[0].type == "greater_than_equal")
try:
    stores.get_vector_store("vs_01KF0G4CP9QX2AXWQ6CRBPS9XZ")
    missing = None
except svc.exceptions.NotFoundException as error:
    missing = error.data
passed("404 as a typed error", isinstance(missing, svc.ErrorBody) and missing.error.code == "not_found")
answer = svc.InferenceApi(client).create_chat_completion(
    svc.ChatCompletionRequest(
        model=os.environ.get("SVC_MODEL", "chat-model"),
        messages=[svc.ChatMessage(role="user", content=svc.ChatContent("How warm is it in Paris?"))],
        tools=[svc.ChatTool(type="function", function=svc.ChatFunction(name="weather"))],
    )
)
passed("chat completion with a tool", answer.choices[0].message.tool_calls[0].function.name == "weather")
passed("delete", stores.delete_vector_store(store.id).deleted is True)
