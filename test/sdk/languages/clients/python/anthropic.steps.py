from anthropic import Anthropic, AuthenticationError, BadRequestError, NotFoundError

from steps import chat_model, key, refused, run, step, url

client = Anthropic(base_url=url, api_key=key, max_retries=0)
request = {"model": chat_model, "max_tokens": 100, "messages": [{"role": "user", "content": "Hello?"}]}
schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
weather = {"name": "weather", "description": "The weather", "input_schema": schema}


@step
def message():
    answer = client.messages.create(**request, system="Be short.")
    assert answer.content[0].text == "Hello there."
    assert answer.stop_reason == "end_turn"


@step
def stream():
    with client.messages.stream(**request) as stream:
        assert "".join(stream.text_stream) == "Hello there."


@step
def tool():
    answer = client.messages.create(**request, tools=[weather])
    call = answer.content[-1]
    assert call.name == "weather" and answer.stop_reason == "tool_use"
    result = {"type": "tool_result", "tool_use_id": call.id, "content": "Sunny"}
    messages = [
        *request["messages"],
        {"role": "assistant", "content": answer.content},
        {"role": "user", "content": [result]},
    ]
    after = client.messages.create(**{**request, "messages": messages}, tools=[weather])
    assert after.content[0].text == "The tool says: Sunny"


@step
def tool_stream():
    with client.messages.stream(**request, tools=[weather]) as stream:
        assert stream.get_final_message().content[-1].input["city"] == "Oslo"


@step
def document():
    source = {"type": "text", "media_type": "text/plain", "data": "The key hangs behind the clock."}
    content = [{"type": "document", "source": source}, {"type": "text", "text": "Where?"}]
    assert client.messages.create(**{**request, "messages": [{"role": "user", "content": content}]}).content


@step
def count_tokens():
    assert client.messages.count_tokens(model=chat_model, messages=request["messages"]).input_tokens > 0


@step
def models():
    page = client.models.list(limit=1)
    assert page.has_more
    assert chat_model in [model.id for model in page]
    assert client.models.retrieve(chat_model).type == "model"


@step
def error_400():
    error = refused(BadRequestError, lambda: client.messages.create(**{**request, "messages": []}))
    assert error.body["error"]["type"] == "invalid_request_error"


@step
def error_404():
    error = refused(NotFoundError, lambda: client.messages.create(**{**request, "model": "absent"}))
    assert error.body["error"]["type"] == "not_found_error"


@step
def error_404_of_models():
    error = refused(NotFoundError, lambda: client.models.retrieve("absent"))
    assert error.body["error"]["type"] == "not_found_error"


@step
def error_401():
    stranger = Anthropic(base_url=url, api_key="sk-unknown", max_retries=0)
    assert refused(AuthenticationError, lambda: stranger.messages.create(**request)).status_code == 401


run()
