// The journey of 16 steps with a client of openapi-generator. SVC_URL, SVC_EMAIL and SVC_PASSWORD name the server.

import java.io.File;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import svc.client.ApiClient;
import svc.client.ApiException;
import svc.client.api.*;
import svc.client.model.*;

public class Journey {
  static int steps = 0;

  static void passed(String name, boolean isRight) {
    if (!isRight) {
      System.out.println("failed: " + name);
      System.exit(1);
    }
    steps++;
    System.out.println("ok " + steps + " " + name);
  }

  static ComparisonFilter compare(ComparisonFilter.TypeEnum type, Object value) {
    return new ComparisonFilter().type(type).key("year").value(value);
  }

  public static void main(String[] args) throws Exception {
    LoginTokens tokens = new LoginApi(Access.client(null))
        .createLogin(new LoginRequest().email(System.getenv("SVC_EMAIL")).password(System.getenv("SVC_PASSWORD")));
    passed("login", tokens.getAccessToken().startsWith("svcuser_"));
    ApiClient admin = Access.client(tokens.getAccessToken());
    Organization organization = new OrganizationsApi(admin)
        .createOrganization(new CreateOrganizationRequest().name("Journey"), null).getOrganization();
    passed("organization", organization.getName().equals("Journey"));
    CreatedAdminApiKey organizationKey = new OrganizationKeysApi(admin)
        .createAdminApiKey(new CreateKeyRequest().name("journey"), organization.getId(), null);
    passed("organization key", organizationKey.getValue().startsWith("svcorg_"));
    ApiClient owner = Access.client(organizationKey.getValue());
    Project project = new ProjectsApi(owner).createProject(
        new CreateProjectRequest().name("Journey").limits(new ProjectLimits().requestsPerMinute(1000L)), null, null);
    passed("project with limits", project.getLimits().getRequestsPerMinute() == 1000);
    ProjectKeysApi projectKeys = new ProjectKeysApi(owner);
    CreatedProjectApiKey key =
        projectKeys.createProjectApiKey(project.getId(), new CreateProjectKeyRequest().name("journey"), null, null);
    passed("project key", key.getValue().startsWith("svcproj_"));
    ProjectApiKeyList keys =
        projectKeys.listProjectApiKeys(project.getId(), null, null, null, null, null, null, null, null);
    passed("list of keys", keys.getData().size() == 1 && keys.getData().get(0).getId().equals(key.getId()));
    ApiClient client = Access.client(key.getValue());
    VectorStoresApi stores = new VectorStoresApi(client);
    VectorStore store = stores.createVectorStore(new CreateVectorStoreRequest()
        .name("Journey " + System.nanoTime())
        .metadata(Map.of("team", "docs"))
        .expiresAfter(new ExpirationPolicyRequest().days(7)), null, null, null);
    passed("store with metadata and expiry",
        store.getExpiresAfter().getDays() == 7 && "docs".equals(store.getMetadata().get("team")));
    File text = new File("keys.md");
    Files.writeString(text.toPath(), "The key to the engine room hangs behind the clock.");
    StoredFile file = new FilesApi(client).createFile(text, FilePurpose.ASSISTANTS, null, null, null);
    passed("upload", file.getBytes() == text.length());
    VectorStoreFilesApi members = new VectorStoreFilesApi(client);
    VectorStoreFile member = members.createVectorStoreFile(store.getId(), new CreateVectorStoreFileRequest()
        .fileId(file.getId())
        .attributes(Map.of("year", 2024))
        .chunkingStrategy(new ChunkingStrategyRequest()
            .type(ChunkingType.STATIC)
            ._static(new StaticChunkingRequest().maxChunkSizeTokens(200).chunkOverlapTokens(50))), null, null, null);
    passed("attach with static chunking and attributes",
        ((Number) member.getAttributes().get("year")).intValue() == 2024);
    long deadline = System.currentTimeMillis() + 60_000;
    while (member.getStatus() == VectorStoreFileStatus.IN_PROGRESS && System.currentTimeMillis() < deadline) {
      Thread.sleep(200);
      member = members.getVectorStoreFile(store.getId(), file.getId(), null, null);
    }
    passed("poll", member.getStatus() == VectorStoreFileStatus.COMPLETED);
    SearchResultsPage found = stores.searchVectorStore(store.getId(), new SearchVectorStoreRequest()
        .query("Where is the key?")
        .filters(new CompoundFilter().type(CompoundFilter.TypeEnum.AND).filters(List.of(
            compare(ComparisonFilter.TypeEnum.GTE, 2020), compare(ComparisonFilter.TypeEnum.LT, 2030)))), null, null);
    passed("search with a compound filter", found.getData().get(0).getFilename().equals("keys.md"));
    VectorStore second = stores.createVectorStore(
        new CreateVectorStoreRequest().name("Second " + System.nanoTime()), null, null, null);
    List<String> seen = new ArrayList<>();
    VectorStoreList page = stores.listVectorStores(null, null, null, null, 1, null, null, null);
    while (true) {
      page.getData().forEach(one -> seen.add(one.getId()));
      if (!page.getHasMore()) break;
      page = stores.listVectorStores(null, null, page.getLastId(), null, 1, null, null, null);
    }
    passed("walk by pages of 1", seen.equals(List.of(second.getId(), store.getId())));
    try {
      stores.createVectorStore(
          new CreateVectorStoreRequest().expiresAfter(new ExpirationPolicyRequest().days(0)), null, null, null);
      passed("422 as a typed error", false);
    } catch (ApiException error) {
      ValidationBody body = Access.read(error.getResponseBody(), ValidationBody.class);
      passed("422 as a typed error",
          error.getCode() == 422 && body.getDetail().get(0).getType().equals("greater_than_equal"));
    }
    try {
      stores.getVectorStore("vs_01KF0G4CP9QX2AXWQ6CRBPS9XZ", null, null);
      passed("404 as a typed error", false);
    } catch (ApiException error) {
      ErrorBody body = Access.read(error.getResponseBody(), ErrorBody.class);
      passed("404 as a typed error", error.getCode() == 404 && body.getError().getCode() == ErrorCode.NOT_FOUND);
    }
    String model = System.getenv().getOrDefault("SVC_MODEL", "chat-model");
    ChatCompletion answer = new InferenceApi(client).createChatCompletion(new ChatCompletionRequest()
        .model(model)
        .messages(List.of(new ChatMessage().role("user").content("How warm is it in Paris?")))
        .tools(List.of(new ChatTool().type("function").function(new ChatFunction().name("weather")))), null, null);
    passed("chat completion with a tool",
        answer.getChoices().get(0).getMessage().getToolCalls().get(0).getFunction().getName().equals("weather"));
    passed("delete", stores.deleteVectorStore(store.getId(), null, null).getDeleted());
    System.exit(0);
  }
}

/** Makes clients of the library `native`. */
class Access {
  static ApiClient client(String token) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("SVC_URL"));
    if (token != null) client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    return client;
  }

  static <T> T read(String body, Class<T> type) throws Exception {
    return ApiClient.createDefaultObjectMapper().readValue(body, type);
  }
}
