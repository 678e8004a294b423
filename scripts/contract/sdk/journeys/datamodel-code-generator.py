"""The journey of 16 steps with models of datamodel-code-generator. SVC_URL, SVC_EMAIL and SVC_PASSWORD name the server."""

import os
import time
import uuid

import httpx

import svc_models as m

url = os.environ["SVC_URL"]
steps = 0


def passed(name: str, is_right: bool) -> None:
    global steps
    if not is_right:
        raise SystemExit(f"failed: {name}")
    steps += 1
    print(f"ok {steps} {name}")


def plain(value):
    """Named texts and numbers are models with a root."""
    return getattr(value, "root", value)


def send(method: str, path: str, token: str | None, answer: type, body=None, headers=None, **more):
    head = {**(headers or {}), **({} if token is None else {"authorization": f"Bearer {token}"})}
    if body is not None:
        more["content"] = body.model_dump_json(exclude_none=True, by_alias=True)
        head["content-type"] = "application/json"
    response = httpx.request(method, url + path, headers=head, timeout=60, **more)
    return answer.model_validate_json(response.content)


login = m.LoginRequest(email=os.environ["SVC_EMAIL"], password=os.environ["SVC_PASSWORD"])
tokens = send("POST", "/auth/login", None, m.LoginTokens, login)
passed("login", plain(tokens.access_token).startswith("svcuser_"))
admin = plain(tokens.access_token)
made = send("POST", "/admin/organization/", admin, m.OrganizationEnvelope, m.CreateOrganizationRequest(name="Journey"))
organization = made.organization
passed("organization", plain(organization.name) == "Journey")
key = send(
    "POST",
    "/v1/organization/admin_api_keys",
    admin,
    m.CreatedAdminApiKey,
    m.CreateKeyRequest(name="journey"),
    {"Compat-Organization": plain(organization.id)},
)
passed("organization key", plain(key.value).startswith("svcorg_"))
owner = plain(key.value)
limits = m.ProjectLimits(requests_per_minute=1000)
project = send(
    "POST", "/v1/organization/projects", owner, m.Project, m.CreateProjectRequest(name="Journey", limits=limits)
)
passed("project with limits", plain(project.limits.requests_per_minute) == 1000)
keys = f"/v1/organization/projects/{plain(project.id)}/api_keys"
key = send("POST", keys, owner, m.CreatedProjectApiKey, m.CreateProjectKeyRequest(name="journey"))
passed("project key", plain(key.value).startswith("svcproj_"))
page = send("GET", keys, owner, m.ProjectApiKeyList)
passed("list of keys", [plain(one.id) for one in page.data] == [plain(key.id)])
token = plain(key.value)
stores = "/v1/vector_stores"
wanted = m.CreateVectorStoreRequest.model_validate(
    {"name": f"Journey {uuid.uuid4()}", "metadata": {"team": "docs"}, "expires_after": {"days": 7}}
)
store = send("POST", stores, token, m.VectorStore, wanted)
passed("store with metadata and expiry", plain(store.expires_after.days) == 7)
text = b"The key to the engine room hangs behind the clock."
file = send(
    "POST",
    "/v1/files",
    token,
    m.StoredFile,
    files={"file": ("keys.md", text, "text/markdown")},
    data={"purpose": m.FilePurpose.assistants.value},
)
passed("upload", plain(file.bytes) == len(text))
attach = m.CreateVectorStoreFileRequest.model_validate(
    {
        "file_id": plain(file.id),
        "attributes": {"year": 2024},
        "chunking_strategy": {
            "type": "static",
            "static": {"max_chunk_size_tokens": 200, "chunk_overlap_tokens": 50},
        },
    }
)
member = send("POST", f"{stores}/{plain(store.id)}/files", token, m.VectorStoreFile, attach)
passed("attach with static chunking and attributes", plain(member.id) == plain(file.id))
deadline = time.time() + 60
while member.status == m.VectorStoreFileStatus.in_progress and time.time() < deadline:
    time.sleep(0.2)
    member = send("GET", f"{stores}/{plain(store.id)}/files/{plain(file.id)}", token, m.VectorStoreFile)
passed("poll", member.status == m.VectorStoreFileStatus.completed)
search = m.SearchVectorStoreRequest.model_validate(
    {
        "query": "Where is the key?",
        "filters": {
            "type": "and",
            "filters": [
                {"type": "gte", "key": "year", "value": 2020},
                {"type": "lt", "key": "year", "value": 2030},
            ],
        },
    }
)
found = send("POST", f"{stores}/{plain(store.id)}/search", token, m.SearchResultsPage, search)
passed("search with a compound filter", found.data[0].file_id == file.id)
second = send("POST", stores, token, m.VectorStore, m.CreateVectorStoreRequest(name=f"Second {uuid.uuid4()}"))
seen: list[str] = []
page = send("GET", stores, token, m.VectorStoreList, params={"limit": 1})
while True:
    seen += [plain(one.id) for one in page.data]
    if not page.has_more:
        break
    page = send("GET", stores, token, m.VectorStoreList, params={"limit": 1, "after": plain(page.last_id)})
passed("walk by pages of 1", seen == [plain(second.id), plain(store.id)])
refused = httpx.post(
    url + stores, headers={"authorization": f"Bearer {token}"}, json={"name": "x", "expires_after": {"days": 0}}
)
error = m.ValidationBody.model_validate_json(refused.content)
passed("422 as a typed error", refused.status_code == 422 and error.detail[0].type == "greater_than_equal")
missing = send("GET", f"{stores}/vs_01KF0G4CP9QX2AXWQ6CRBPS9XZ", token, m.ErrorBody)
passed("404 as a typed error", missing.error.code == m.ErrorCode.not_found)
chat = m.ChatCompletionRequest.model_validate(
    {
        "model": os.environ.get("SVC_MODEL", "chat-model"),
        "messages": [{"role": "user", "content": "How warm is it in Paris?"}],
        "tools": [{"type": "function", "function": {"name": "weather"}}],
    }
)
answer = send("POST", "/v1/chat/completions", token, m.ChatCompletion, chat)
passed("chat completion with a tool", answer.choices[0].message.tool_calls[0].function.name == "weather")
deleted = send("DELETE", f"{stores}/{plain(store.id)}", token, m.DeletedVectorStore)
passed("delete", deleted.deleted is True)
