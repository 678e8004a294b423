from openai import APIStatusError, AuthenticationError, NotFoundError, OpenAI, UnprocessableEntityError
from pydantic import BaseModel

from steps import chat_model, embedding_model, key, refused, run, step, url

client = OpenAI(base_url=f"{url}/v1", api_key=key, max_retries=0)
question = [{"role": "user", "content": "Hello?"}]
parameters = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
weather = {"name": "weather", "description": "The weather", "parameters": parameters}
text = b"The key to the engine room hangs behind the clock."


class Report(BaseModel):
    city: str
    degrees: int


@step
def models():
    assert chat_model in [model.id for model in client.models.list()]
    assert client.models.retrieve(chat_model).object == "model"


@step
def chat():
    answer = client.chat.completions.create(model=chat_model, messages=question)
    assert answer.choices[0].message.content == "Hello there."


@step
def chat_with_tool():
    tools = [{"type": "function", "function": weather}]
    message = client.chat.completions.create(model=chat_model, messages=question, tools=tools).choices[0].message
    call = message.tool_calls[0]
    assert call.function.name == "weather"
    result = {"role": "tool", "tool_call_id": call.id, "content": "Sunny"}
    answer = client.chat.completions.create(model=chat_model, messages=[*question, message, result], tools=tools)
    assert answer.choices[0].message.content == "The tool says: Sunny"


@step
def chat_stream():
    stream = client.chat.completions.create(model=chat_model, messages=question, stream=True)
    assert "".join(chunk.choices[0].delta.content or "" for chunk in stream if chunk.choices) == "Hello there."


@step
def chat_parsed():
    answer = client.chat.completions.parse(model=chat_model, messages=question, response_format=Report)
    assert answer.choices[0].message.parsed == Report(city="Oslo", degrees=7)


@step
def embeddings():
    answer = client.embeddings.create(model=embedding_model, input=["a", "b"])
    assert [len(one.embedding) for one in answer.data] == [4, 4]


@step
def files():
    file = client.files.create(file=("keys.md", text), purpose="assistants")
    assert client.files.retrieve(file.id).filename == "keys.md"
    assert client.files.content(file.id).read() == text
    assert file.id in [one.id for one in client.files.list()]
    assert client.files.delete(file.id).deleted


@step
def file_with_expiry():
    expiry = {"anchor": "created_at", "seconds": 3600}
    file = client.files.create(file=("tea.md", b"Tea"), purpose="assistants", expires_after=expiry)
    assert file.expires_at == file.created_at + 3600


@step
def uploads():
    upload = client.uploads.create(filename="long.md", bytes=len(text), mime_type="text/markdown", purpose="assistants")
    part = client.uploads.parts.create(upload_id=upload.id, data=text)
    assert client.uploads.complete(upload.id, part_ids=[part.id]).file.bytes == len(text)


@step
def vector_stores():
    store = client.vector_stores.create(name="Python", metadata={"a": "b"})
    file = client.vector_stores.files.upload_and_poll(vector_store_id=store.id, file=("keys.md", text))
    assert file.status == "completed"
    updated = client.vector_stores.files.update(file.id, vector_store_id=store.id, attributes={"floor": 3})
    assert updated.attributes == {"floor": 3}
    filters = {"type": "and", "filters": [{"type": "eq", "key": "floor", "value": 3}]}
    hits = client.vector_stores.search(store.id, query="Where is the key?", filters=filters).data
    assert hits[0].content[0].text.encode() == text
    assert client.vector_stores.search(store.id, query="key", filters=None, max_num_results=None).data
    assert client.vector_stores.files.content(file.id, vector_store_id=store.id).data[0].text.encode() == text
    assert client.vector_stores.delete(store.id).deleted


@step
def file_batch():
    ids = [client.files.create(file=(f"{n}.md", text), purpose="assistants").id for n in range(3)]
    store = client.vector_stores.create(name="Batch")
    batch = client.vector_stores.file_batches.create_and_poll(vector_store_id=store.id, file_ids=ids)
    assert batch.file_counts.completed == 3
    assert len(list(client.vector_stores.files.list(store.id, limit=1))) == 3


@step
def response():
    answer = client.responses.create(model=chat_model, input="Hello?")
    assert answer.output_text == "Hello there."
    assert client.responses.retrieve(answer.id).output_text == "Hello there."
    assert len(list(client.responses.input_items.list(answer.id))) == 1
    more = client.responses.create(model=chat_model, input="And?", previous_response_id=answer.id)
    assert more.previous_response_id == answer.id
    client.responses.delete(answer.id)


@step
def response_stream():
    with client.responses.stream(model=chat_model, input="Hello?") as stream:
        assert any(event.type == "response.output_text.delta" for event in stream)
        assert stream.get_final_response().output_text == "Hello there."


@step
def response_parsed():
    assert client.responses.parse(model=chat_model, input="Hello?", text_format=Report).output_parsed.degrees == 7


@step
def response_with_tool():
    tool = {"type": "function", "strict": False, **weather}
    answer = client.responses.create(model=chat_model, input="Weather?", tools=[tool])
    call = answer.output[0]
    output = {"type": "function_call_output", "call_id": call.call_id, "output": "Sunny"}
    after = client.responses.create(
        model=chat_model, input=[output], previous_response_id=answer.id, tools=[tool]
    )
    assert after.output_text == "The tool says: Sunny"


@step
def response_with_file():
    file = client.files.create(file=("keys.md", text), purpose="user_data")
    content = [{"type": "input_file", "file_id": file.id}, {"type": "input_text", "text": "Where?"}]
    assert client.responses.create(model=chat_model, input=[{"role": "user", "content": content}]).output_text


@step
def response_tokens_and_compaction():
    assert client.responses.input_tokens.count(model=chat_model, input="Hello?").input_tokens > 0
    compacted = client.responses.compact(model=chat_model, input=[{"role": "user", "content": "Hello?"}])
    assert compacted.output[-1].type == "compaction"


@step
def conversations():
    conversation = client.conversations.create(metadata={"a": "b"})
    client.responses.create(model=chat_model, input="Hello?", conversation=conversation.id)
    items = list(client.conversations.items.list(conversation.id))
    assert len(items) == 2
    assert client.conversations.delete(conversation.id).deleted


@step
def error_404():
    call = lambda: client.chat.completions.create(model="absent", messages=question)  # noqa: E731
    error = refused(NotFoundError, call)
    assert error.code == "model_not_found" and error.request_id.startswith("req_")


@step
def error_422():
    error = refused(UnprocessableEntityError, lambda: client.vector_stores.search("vs_1", query=""))
    assert error.body["message"], error.body


@step
def error_401():
    stranger = OpenAI(base_url=f"{url}/v1", api_key="sk-unknown", max_retries=0)
    assert refused(AuthenticationError, lambda: stranger.models.list()).code


@step
def not_served_stored_chats():
    stored = client.chat.completions.create(model=chat_model, messages=question, store=True, metadata={"a": "b"})
    assert refused(NotFoundError, lambda: client.chat.completions.retrieve(stored.id)).code == "unknown_path"


@step
def not_served_batches():
    assert refused(APIStatusError, lambda: client.batches.list()).code == "unknown_path"


@step
def not_served_moderations():
    assert refused(APIStatusError, lambda: client.moderations.create(input="Hello")).status_code == 404


run()
