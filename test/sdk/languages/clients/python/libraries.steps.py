"""LangChain, Haystack, Instructor and Pydantic AI."""

from pydantic import BaseModel

from steps import chat_model, embedding_model, key, run, step, url

base = f"{url}/v1"


class Report(BaseModel):
    city: str
    degrees: int


def weather(city: str) -> str:
    """The weather of a city."""
    return f"Sunny in {city}"


@step
def langchain():
    from langchain_core.messages import HumanMessage
    from langchain_openai import ChatOpenAI, OpenAIEmbeddings

    model = ChatOpenAI(model=chat_model, base_url=base, api_key=key)
    assert model.invoke("Hello?").content == "Hello there."
    assert "".join(str(chunk.content) for chunk in model.stream([HumanMessage("Hello?")])) == "Hello there."
    assert model.bind_tools([weather]).invoke("Weather?").tool_calls[0]["args"]["city"] == "Oslo"
    assert model.with_structured_output(Report).invoke("Weather?").degrees == 7
    vectors = OpenAIEmbeddings(model=embedding_model, base_url=base, api_key=key, check_embedding_ctx_length=False)
    assert len(vectors.embed_documents(["a", "b"])) == 2


@step
def langchain_responses():
    from langchain_openai import ChatOpenAI

    model = ChatOpenAI(model=chat_model, base_url=base, api_key=key, use_responses_api=True)
    assert model.invoke("Hello?").text
    assert model.bind_tools([weather]).invoke("Weather?").tool_calls[0]["name"] == "weather"


@step
def haystack():
    from haystack.components.embedders import OpenAITextEmbedder
    from haystack.components.generators.chat import OpenAIChatGenerator
    from haystack.dataclasses import ChatMessage
    from haystack.utils import Secret

    token = Secret.from_token(key)
    chat = OpenAIChatGenerator(model=chat_model, api_base_url=base, api_key=token)
    assert chat.run([ChatMessage.from_user("Hello?")])["replies"][0].text == "Hello there."
    embedder = OpenAITextEmbedder(model=embedding_model, api_base_url=base, api_key=token)
    assert len(embedder.run("a")["embedding"]) == 4


@step
def instructor():
    from instructor import Mode, from_openai
    from openai import OpenAI

    for mode in (Mode.TOOLS, Mode.JSON_SCHEMA):
        client = from_openai(OpenAI(base_url=base, api_key=key), mode=mode)
        answer = client.chat.completions.create(
            model=chat_model, response_model=Report, messages=[{"role": "user", "content": "Weather?"}]
        )
        assert answer.degrees == 7


@step
def pydantic_ai():
    from pydantic_ai import Agent
    from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
    from pydantic_ai.providers.openai import OpenAIProvider

    provider = OpenAIProvider(base_url=base, api_key=key)
    for kind in (OpenAIChatModel, OpenAIResponsesModel):
        agent = Agent(kind(chat_model, provider=provider), tools=[weather])
        assert agent.run_sync("Weather?").output == "The tool says: Sunny in Oslo"


run()
