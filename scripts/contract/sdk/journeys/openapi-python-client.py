"""The journey of 16 steps with a client of openapi-python-client. SVC_URL, SVC_EMAIL and SVC_PASSWORD name the server."""

import io
import os
import time
import uuid

from svc_client import AuthenticatedClient, Client
from svc_client.api.files import create_file
from svc_client.api.inference import create_chat_completion
from svc_client.api.login import create_login
from svc_client.api.organization_keys import create_admin_api_key
from svc_client.api.organizations import create_organization
from svc_client.api.project_keys import create_project_api_key, list_project_api_keys
from svc_client.api.projects import create_project
from svc_client.api.vector_store_files import create_vector_store_file, get_vector_store_file
from svc_client.api.vector_stores import (
    create_vector_store,
    delete_vector_store,
    get_vector_store,
    list_vector_stores,
    search_vector_store,
)
from svc_client.models import (
    ChatCompletion,
    ChatCompletionRequest,
    ChatFunction,
    ChatMessage,
    ChatTool,
    ChunkingStrategyRequest,
    ChunkingType,
    ComparisonFilter,
    ComparisonFilterType,
    CompoundFilter,
    CompoundFilterType,
    CreateKeyRequest,
    CreateFileForm,
    CreateOrganizationRequest,
    CreateProjectKeyRequest,
    CreateProjectRequest,
    CreateVectorStoreFileRequest,
    CreateVectorStoreRequest,
    ErrorBody,
    ExpirationPolicyRequest,
    FilePurpose,
    LoginRequest,
    ProjectLimits,
    SearchVectorStoreRequest,
    StaticChunkingRequest,
    ValidationBody,
)
from svc_client.types import File

url = os.environ["SVC_URL"]
steps = 0


def passed(name: str, is_right: bool) -> None:
    global steps
    if not is_right:
        raise SystemExit(f"failed: {name}")
    steps += 1
    print(f"ok {steps} {name}")


def bearer(token: str) -> AuthenticatedClient:
    return AuthenticatedClient(base_url=url, token=token)


tokens = create_login.sync(
    client=Client(base_url=url),
    body=LoginRequest(email=os.environ["SVC_EMAIL"], password=os.environ["SVC_PASSWORD"]),
)
passed("login", tokens.access_token.startswith("svcuser_"))
admin = bearer(tokens.access_token)
organization = create_organization.sync(client=admin, body=CreateOrganizationRequest(name="Journey")).organization
passed("organization", organization.name == "Journey")
organization_key = create_admin_api_key.sync(
    client=admin, compat_organization=organization.id, body=CreateKeyRequest(name="journey")
)
passed("organization key", organization_key.value.startswith("svcorg_"))
owner = bearer(organization_key.value)
project = create_project.sync(
    client=owner, body=CreateProjectRequest(name="Journey", limits=ProjectLimits(requests_per_minute=1000))
)
passed("project with limits", project.limits.requests_per_minute == 1000)
key = create_project_api_key.sync(project.id, client=owner, body=CreateProjectKeyRequest(name="journey"))
passed("project key", key.value.startswith("svcproj_"))
keys = list_project_api_keys.sync(project.id, client=owner)
passed("list of keys", [one.id for one in keys.data] == [key.id])
client = bearer(key.value)
metadata = CreateVectorStoreRequest.from_dict({"metadata": {"team": "docs"}}).metadata
store = create_vector_store.sync(
    client=client,
    body=CreateVectorStoreRequest(
        name=f"Journey {uuid.uuid4()}", metadata=metadata, expires_after=ExpirationPolicyRequest(days=7)
    ),
)
passed("store with metadata and expiry", store.expires_after.days == 7 and store.metadata["team"] == "docs")
text = b"The key to the engine room hangs behind the clock."
file = create_file.sync(
    client=client,
    body=CreateFileForm(
        file=File(payload=io.BytesIO(text), file_name="keys.md", mime_type="text/markdown"),
        purpose=FilePurpose.ASSISTANTS,
    ),
)
passed("upload", file.bytes_ == len(text))
attributes = CreateVectorStoreFileRequest.from_dict({"file_id": file.id, "attributes": {"year": 2024}}).attributes
member = create_vector_store_file.sync(
    store.id,
    client=client,
    body=CreateVectorStoreFileRequest(
        file_id=file.id,
        attributes=attributes,
        chunking_strategy=ChunkingStrategyRequest(
            type_=ChunkingType.STATIC,
            static=StaticChunkingRequest(max_chunk_size_tokens=200, chunk_overlap_tokens=50),
        ),
    ),
)
passed("attach with static chunking and attributes", member.attributes["year"] == 2024)
deadline = time.time() + 60
while member.status == "in_progress" and time.time() < deadline:
    time.sleep(0.2)
    member = get_vector_store_file.sync(store.id, file.id, client=client)
passed("poll", member.status == "completed")
found = search_vector_store.sync(
    store.id,
    client=client,
    body=SearchVectorStoreRequest(
        query="Where is the key?",
        filters=CompoundFilter(
            type_=CompoundFilterType.AND,
            filters=[
                ComparisonFilter(type_=ComparisonFilterType.GTE, key="year", value=2020),
                ComparisonFilter(type_=ComparisonFilterType.LT, key="year", value=2030),
            ],
        ),
    ),
)
passed("search with a compound filter", found.data[0].filename == "keys.md")
second = create_vector_store.sync(client=client, body=CreateVectorStoreRequest(name=f"Second {uuid.uuid4()}"))
seen: list[str] = []
page = list_vector_stores.sync(client=client, limit=1)
while True:
    seen += [one.id for one in page.data]
    if not page.has_more:
        break
    page = list_vector_stores.sync(client=client, limit=1, after=page.last_id)
passed("walk by pages of 1", seen == [second.id, store.id])
refused = create_vector_store.sync(
    client=client, body=CreateVectorStoreRequest(name="x", expires_after=ExpirationPolicyRequest(days=0))
)
passed("422 as a typed error", isinstance(refused, ValidationBody) and refused.detail[0].loc[-1] == "days")
missing = get_vector_store.sync("vs_01KF0G4CP9QX2AXWQ6CRBPS9XZ", client=client)
passed("404 as a typed error", isinstance(missing, ErrorBody) and missing.error.code == "not_found")
answer = create_chat_completion.sync(
    client=client,
    body=ChatCompletionRequest(
        model=os.environ.get("SVC_MODEL", "chat-model"),
        messages=[ChatMessage(role="user", content="How warm is it in Paris?")],
        tools=[ChatTool(type_="function", function=ChatFunction(name="weather"))],
    ),
)
passed(
    "chat completion with a tool",
    isinstance(answer, ChatCompletion) and answer.choices[0].message.tool_calls[0].function.name == "weather",
)
deleted = delete_vector_store.sync(store.id, client=client)
passed("delete", deleted.deleted is True)
