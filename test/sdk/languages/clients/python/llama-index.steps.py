from llama_index.embeddings.openai import OpenAIEmbedding
from llama_index.llms.openai_like import OpenAILike

from steps import chat_model, embedding_model, key, run, step, url

base = f"{url}/v1"


@step
def llama_index():
    model = OpenAILike(model=chat_model, api_base=base, api_key=key, is_chat_model=True)
    assert str(model.complete("Hello?")) == "Hello there."
    assert [chunk.delta for chunk in model.stream_complete("Hello?")]
    vectors = OpenAIEmbedding(model_name=embedding_model, api_base=base, api_key=key)
    assert len(vectors.get_text_embedding("a")) == 4


run()
