import asyncio
import os

# LiteLLM would otherwise load its table of models from the network.
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

import litellm
from litellm import Router

from steps import chat_model, embedding_model, key, run, step, url

base = f"{url}/v1"
options = {"api_base": base, "api_key": key}
messages = [{"role": "user", "content": "Hello?"}]


def deployment(name, model):
    return {"model_name": name, "litellm_params": {"model": f"openai/{model}", **options}}


router = Router(
    model_list=[deployment("missing", "no-such-model"), deployment("chat", chat_model)],
    fallbacks=[{"missing": ["chat"]}],
    num_retries=0,
)


@step
def chat_and_embeddings():
    answer = litellm.completion(model=f"openai/{chat_model}", messages=messages, **options)
    assert answer.choices[0].message.content == "Hello there."
    stream = litellm.completion(model=f"openai/{chat_model}", messages=messages, stream=True, **options)
    assert "".join(chunk.choices[0].delta.content or "" for chunk in stream) == "Hello there."
    vectors = litellm.embedding(model=f"openai/{embedding_model}", input=["a"], **options)
    assert len(vectors.data) == 1


@step
def vector_stores():
    to_server = {"custom_llm_provider": "openai", **options}
    store = litellm.vector_stores.create(name="LiteLLM", **to_server)
    found = litellm.vector_stores.search(vector_store_id=store["id"], query="key", **to_server)
    assert found["data"] == []


@step
async def router_falls_back():
    answer = await router.acompletion(model="missing", messages=messages)
    assert answer.choices[0].message.content == "Hello there."
    stream = await router.acompletion(model="missing", messages=messages, stream=True)
    assert "".join([chunk.choices[0].delta.content or "" async for chunk in stream]) == "Hello there."


@step
async def router_fills_and_searches_a_store():
    text = b"The key to the engine room hangs behind the clock."
    file = await router.acreate_file(model="chat", file=("keys.md", text), purpose="assistants")
    store = await router.avector_store_create(model="chat", name="LiteLLM's router")
    place = {"vector_store_id": store["id"], "custom_llm_provider": "openai", **options}
    added = await router.avector_store_file_create(file_id=file.id, **place)
    while added["status"] == "in_progress":
        await asyncio.sleep(0.1)
        added = await router.avector_store_file_retrieve(file_id=file.id, **place)
    found = await router.avector_store_search(query="Where is the key?", **place)
    assert found["data"][0]["content"][0]["text"].encode() == text
    await router.avector_store_delete(**place)


run()
