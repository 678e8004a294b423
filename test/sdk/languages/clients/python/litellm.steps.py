import litellm

from steps import chat_model, embedding_model, key, run, step, url

base = f"{url}/v1"


@step
def chat_and_embeddings():
    options = {"api_base": base, "api_key": key}
    messages = [{"role": "user", "content": "Hello?"}]
    answer = litellm.completion(model=f"openai/{chat_model}", messages=messages, **options)
    assert answer.choices[0].message.content == "Hello there."
    stream = litellm.completion(model=f"openai/{chat_model}", messages=messages, stream=True, **options)
    assert "".join(chunk.choices[0].delta.content or "" for chunk in stream) == "Hello there."
    vectors = litellm.embedding(model=f"openai/{embedding_model}", input=["a"], **options)
    assert len(vectors.data) == 1


@step
def vector_stores():
    options = {"custom_llm_provider": "openai", "api_base": base, "api_key": key}
    store = litellm.vector_stores.create(name="LiteLLM", **options)
    found = litellm.vector_stores.search(vector_store_id=store["id"], query="key", **options)
    assert found["data"] == []


run()
