//! async-openai, which reads `error` of an error's body only.

use async_openai::config::OpenAIConfig;
use async_openai::error::OpenAIError;
use async_openai::types::chat::{
    ChatCompletionMessageToolCalls, ChatCompletionRequestMessage, ChatCompletionRequestUserMessage, ChatCompletionTool,
    ChatCompletionTools, CreateChatCompletionRequest, CreateChatCompletionRequestArgs, FunctionObject,
};
use async_openai::types::embeddings::CreateEmbeddingRequestArgs;
use async_openai::types::files::{CreateFileRequest, FileInput, FilePurpose, OpenAIFile};
use async_openai::types::responses::{CreateResponse, CreateResponseArgs, ResponseStreamEvent};
use async_openai::types::vectorstores::{
    CreateVectorStoreFileRequest, CreateVectorStoreRequest, VectorStoreFileStatus, VectorStoreSearchRequest,
};
use async_openai::Client;
use futures::StreamExt;
use serde_json::json;
use std::error::Error;
use std::fmt::Debug;
use std::future::Future;
use std::time::Duration;

type Outcome = Result<(), Box<dyn Error>>;

const TEXT: &str = "The key to the engine room hangs behind the clock.";

async fn step(name: &str, run: impl Future<Output = Outcome>) {
    match run.await {
        Ok(()) => println!("ok {name}"),
        Err(error) => println!("not ok {name}: {}", error.to_string().replace('\n', " ")),
    }
}

fn expect(holds: bool, found: impl Debug) -> Outcome {
    if holds { Ok(()) } else { Err(format!("found {found:?}").into()) }
}

/// Expects an error with that status and a message.
fn refused<T: Debug>(result: Result<T, OpenAIError>, status: u16) -> Outcome {
    match result {
        Err(OpenAIError::ApiError(answer)) => {
            expect(answer.status_code.as_u16() == status && !answer.api_error.message.is_empty(), answer)
        }
        other => Err(format!("no ApiError: {other:?}").into()),
    }
}

fn client(key: &str) -> Client<OpenAIConfig> {
    let url = std::env::var("SVC_URL").unwrap();
    let config = OpenAIConfig::new().with_api_base(format!("{url}/v1")).with_api_key(key);
    // Without it, the server does not know a client of the public API, and answers 422 without `error`.
    Client::with_config(config.with_header("openai-beta", "assistants=v2").unwrap())
}

fn question(model: &str) -> CreateChatCompletionRequest {
    let message: ChatCompletionRequestMessage = ChatCompletionRequestUserMessage::from("Hello?").into();
    CreateChatCompletionRequestArgs::default().model(model).messages([message]).build().unwrap()
}

fn response() -> CreateResponse {
    CreateResponseArgs::default().model("m").input("Hello?").build().unwrap()
}

async fn upload(client: &Client<OpenAIConfig>) -> Result<OpenAIFile, OpenAIError> {
    let file = FileInput::from_vec_u8("keys.md".into(), TEXT.into());
    client.files().create(CreateFileRequest { file, purpose: FilePurpose::Assistants, expires_after: None }).await
}

#[tokio::main]
async fn main() {
    let client = client(&std::env::var("SVC_KEY").unwrap());
    step("models", async {
        let list = client.models().list().await?;
        expect(list.data.iter().any(|model| model.id == "m"), list)
    })
    .await;
    step("chat", async {
        let answer = client.chat().create(question("m")).await?;
        expect(answer.choices[0].message.content.as_deref() == Some("Hello there."), answer)
    })
    .await;
    step("chat_with_tool", async {
        let parameters = json!({"type": "object", "properties": {"city": {"type": "string"}}});
        let function = FunctionObject { name: "weather".into(), parameters: Some(parameters), ..Default::default() };
        let mut request = question("m");
        request.tools = Some(vec![ChatCompletionTools::Function(ChatCompletionTool { function })]);
        let answer = client.chat().create(request).await?;
        let calls = answer.choices[0].message.tool_calls.as_deref().unwrap_or_default();
        let is_weather =
            matches!(calls, [ChatCompletionMessageToolCalls::Function(call)] if call.function.name == "weather");
        expect(is_weather, calls)
    })
    .await;
    step("chat_stream", async {
        let mut stream = client.chat().create_stream(question("m")).await?;
        let mut text = String::new();
        while let Some(chunk) = stream.next().await {
            text.extend(chunk?.choices.into_iter().filter_map(|choice| choice.delta.content));
        }
        expect(text == "Hello there.", text)
    })
    .await;
    step("embeddings", async {
        let request = CreateEmbeddingRequestArgs::default().model("embedder").input(["a", "b"]).build()?;
        let answer = client.embeddings().create(request).await?;
        expect(answer.data.len() == 2 && answer.data[0].embedding.len() == 4, answer)
    })
    .await;
    step("files", async {
        let file = upload(&client).await?;
        expect(client.files().retrieve(&file.id).await?.filename == "keys.md", &file)?;
        expect(client.files().content(&file.id).await? == TEXT, &file)?;
        expect(client.files().delete(&file.id).await?.deleted, &file)
    })
    .await;
    step("vector_stores", async {
        let name = Some("Rust".into());
        let store = client.vector_stores().create(CreateVectorStoreRequest { name, ..Default::default() }).await?;
        let files = client.vector_stores();
        let files = files.files(&store.id);
        let file_id = upload(&client).await?.id;
        let mut file = files.create(CreateVectorStoreFileRequest { file_id, ..Default::default() }).await?;
        for _ in 0..100 {
            if file.status != VectorStoreFileStatus::InProgress {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
            file = files.retrieve(&file.id).await?;
        }
        expect(file.status == VectorStoreFileStatus::Completed, &file)?;
        let search = VectorStoreSearchRequest { query: "key".into(), ..Default::default() };
        let hits = client.vector_stores().search(&store.id, search).await?;
        expect(hits.data.len() == 1 && hits.data[0].content[0].text == TEXT, hits)?;
        expect(client.vector_stores().delete(&store.id).await?.deleted, store)
    })
    .await;
    step("response", async {
        let answer = client.responses().create(response()).await?;
        expect(answer.output_text().as_deref() == Some("Hello there."), answer)
    })
    .await;
    step("response_stream", async {
        let mut stream = client.responses().create_stream(response()).await?;
        let mut is_completed = false;
        while let Some(event) = stream.next().await {
            is_completed = matches!(event?, ResponseStreamEvent::ResponseCompleted(_));
        }
        expect(is_completed, "no end")
    })
    .await;
    step("error_404", async { refused(client.vector_stores().retrieve("vs_absent").await, 404) }).await;
    step("error_404_of_a_model", async { refused(client.chat().create(question("absent")).await, 404) }).await;
    step("error_422_of_a_chat", async {
        let mut request = question("m");
        request.messages.clear();
        refused(client.chat().create(request).await, 422)
    })
    .await;
    step("error_422_of_a_store", async {
        let request = CreateVectorStoreRequest { file_ids: Some(vec!["".into()]), ..Default::default() };
        refused(client.vector_stores().create(request).await, 422)
    })
    .await;
    step("error_401", async { refused(self::client("sk-unknown").models().list().await, 401) }).await;
}
