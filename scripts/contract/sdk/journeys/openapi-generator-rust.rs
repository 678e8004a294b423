// The journey of 16 steps with a client of openapi-generator. SVC_URL, SVC_EMAIL and SVC_PASSWORD name the server.

use serde_json::{json, Value};
use std::collections::HashMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use svc_client::apis::configuration::Configuration;
use svc_client::apis::*;
use svc_client::models::*;

struct Steps(u32);

impl Steps {
    fn passed(&mut self, name: &str, is_right: bool) {
        assert!(is_right, "failed: {name}");
        self.0 += 1;
        println!("ok {} {name}", self.0);
    }
}

fn env(name: &str) -> String {
    std::env::var(name).unwrap()
}

fn bearer(token: Option<String>) -> Configuration {
    Configuration { base_path: env("SVC_URL"), bearer_access_token: token, ..Configuration::new() }
}

fn unique(name: &str) -> String {
    format!("{name} {}", SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos())
}

fn pair(key: &str, value: Value) -> HashMap<String, Value> {
    HashMap::from([(key.to_string(), value)])
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut steps = Steps(0);
    let login = LoginRequest::new(env("SVC_EMAIL"), env("SVC_PASSWORD"));
    let tokens = login_api::create_login(&bearer(None), login).await?;
    steps.passed("login", tokens.access_token.starts_with("svcuser_"));
    let admin = bearer(Some(tokens.access_token));
    let wanted = CreateOrganizationRequest::new("Journey".into());
    let organization = organizations_api::create_organization(&admin, wanted, None).await?.organization;
    steps.passed("organization", organization.name == "Journey");
    let wanted = CreateKeyRequest::new("journey".into());
    let key = organization_keys_api::create_admin_api_key(&admin, wanted, Some(&organization.id), None).await?;
    steps.passed("organization key", key.value.starts_with("svcorg_"));
    let owner = bearer(Some(key.value));
    let limits = ProjectLimits { requests_per_minute: Some(Some(1000)), ..ProjectLimits::new() };
    let wanted = CreateProjectRequest { limits: Some(Box::new(limits)), ..CreateProjectRequest::new("Journey".into()) };
    let project = projects_api::create_project(&owner, wanted, None, None).await?;
    steps.passed("project with limits", project.limits.requests_per_minute == Some(1000));
    let wanted = CreateProjectKeyRequest::new("journey".into());
    let key = project_keys_api::create_project_api_key(&owner, &project.id, wanted, None, None).await?;
    steps.passed("project key", key.value.starts_with("svcproj_"));
    let keys =
        project_keys_api::list_project_api_keys(&owner, &project.id, None, None, None, None, None, None, None, None).await?;
    steps.passed("list of keys", keys.data.len() == 1 && keys.data[0].id == key.id);
    let client = bearer(Some(key.value));
    let expiry = |days| ExpirationPolicyRequest { days: Some(Some(days)), ..ExpirationPolicyRequest::new() };
    let wanted = CreateVectorStoreRequest {
        name: Some(Some(unique("Journey"))),
        metadata: Some(Some(pair("team", json!("docs")))),
        expires_after: Some(Some(Box::new(expiry(7)))),
        ..CreateVectorStoreRequest::new()
    };
    let store = vector_stores_api::create_vector_store(&client, wanted, None, None, None).await?;
    steps.passed("store with metadata and expiry", store.expires_after.days == 7);
    let text = "The key to the engine room hangs behind the clock.";
    std::fs::write("keys.md", text)?;
    let file = files_api::create_file(&client, "keys.md".into(), "assistants", None, None, None).await?;
    steps.passed("upload", file.bytes == text.len() as i64);
    let sizes = StaticChunkingRequest {
        max_chunk_size_tokens: Some(Some(200)),
        chunk_overlap_tokens: Some(Some(50)),
    };
    let chunking = ChunkingStrategyRequest {
        r#type: Some(Some(ChunkingType::Static)),
        r#static: Some(Some(Box::new(sizes))),
    };
    let wanted = CreateVectorStoreFileRequest {
        attributes: Some(Some(pair("year", json!(2024)))),
        chunking_strategy: Some(Some(Box::new(chunking))),
        ..CreateVectorStoreFileRequest::new(file.id.clone())
    };
    let mut member =
        vector_store_files_api::create_vector_store_file(&client, &store.id, wanted, None, None, None).await?;
    steps.passed("attach with static chunking and attributes", member.attributes["year"] == json!(2024));
    for _ in 0..300 {
        if member.status != VectorStoreFileStatus::InProgress {
            break;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
        member = vector_store_files_api::get_vector_store_file(&client, &store.id, &file.id, None, None).await?;
    }
    steps.passed("poll", member.status == VectorStoreFileStatus::Completed);
    let filters = json!({"type": "and", "filters": [
        {"type": "gte", "key": "year", "value": 2020},
        {"type": "lt", "key": "year", "value": 2030},
    ]});
    let search = SearchVectorStoreRequest {
        filters: Some(Some(filters)),
        ..SearchVectorStoreRequest::new(Some(json!("Where is the key?")))
    };
    let found = vector_stores_api::search_vector_store(&client, &store.id, search, None, None).await?;
    steps.passed("search with a compound filter", found.data[0].filename == "keys.md");
    let wanted = CreateVectorStoreRequest { name: Some(Some(unique("Second"))), ..CreateVectorStoreRequest::new() };
    let second = vector_stores_api::create_vector_store(&client, wanted, None, None, None).await?;
    let mut seen = Vec::new();
    let mut after: Option<String> = None;
    loop {
        let page = vector_stores_api::list_vector_stores(
            &client, None, None, after.as_deref(), None, Some(1), None, None, None,
        )
        .await?;
        seen.extend(page.data.into_iter().map(|one| one.id));
        after = page.last_id;
        if !page.has_more {
            break;
        }
    }
    steps.passed("walk by pages of 1", seen == [second.id, store.id.clone()]);
    let refused = CreateVectorStoreRequest {
        expires_after: Some(Some(Box::new(expiry(0)))),
        ..CreateVectorStoreRequest::new()
    };
    let detail = match vector_stores_api::create_vector_store(&client, refused, None, None, None).await {
        Err(Error::ResponseError(ResponseContent {
            entity: Some(vector_stores_api::CreateVectorStoreError::Status422(body)), ..
        })) => body.detail,
        other => panic!("{other:?}"),
    };
    steps.passed("422 as a typed error", detail[0].r#type == "greater_than_equal");
    // The generator tries the error types of all statuses in turn, and 400 has the same type as 404.
    let code = match vector_stores_api::get_vector_store(&client, "vs_01KF0G4CP9QX2AXWQ6CRBPS9XZ", None, None).await {
        Err(Error::ResponseError(ResponseContent {
            status, entity: Some(vector_stores_api::GetVectorStoreError::Status400(body)), ..
        })) if status == 404 => body.error.code,
        other => panic!("{other:?}"),
    };
    steps.passed("404 as a typed error", code == Some(ErrorCode::NotFound));
    let message = ChatMessage { content: Some(Some(json!("How warm is it in Paris?"))), ..ChatMessage::new("user".into()) };
    let tool = ChatTool {
        function: Some(Some(ChatFunction::new("weather".into()))),
        ..ChatTool::new("function".into())
    };
    let model = std::env::var("SVC_MODEL").unwrap_or("chat-model".into());
    let chat = ChatCompletionRequest { tools: Some(Some(vec![tool])), ..ChatCompletionRequest::new(model, vec![message]) };
    let answer = inference_api::create_chat_completion(&client, chat, None, None).await?;
    let calls = answer.choices[0].message.tool_calls.clone().flatten().unwrap();
    steps.passed("chat completion with a tool", calls[0].function.clone().flatten().unwrap().name == "weather");
    let deleted = vector_stores_api::delete_vector_store(&client, &store.id, None, None).await?;
    steps.passed("delete", deleted.deleted);
    Ok(())
}
