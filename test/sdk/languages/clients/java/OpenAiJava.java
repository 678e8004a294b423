import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.core.MultipartField;
import com.openai.core.http.StreamResponse;
import com.openai.errors.NotFoundException;
import com.openai.errors.UnauthorizedException;
import com.openai.errors.UnprocessableEntityException;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.models.FunctionDefinition;
import com.openai.models.FunctionParameters;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.embeddings.EmbeddingCreateParams;
import com.openai.models.files.FileObject;
import com.openai.models.files.FilePurpose;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseStreamEvent;
import com.openai.models.vectorstores.VectorStore;
import com.openai.models.vectorstores.VectorStoreCreateParams;
import com.openai.models.vectorstores.VectorStoreSearchParams;
import com.openai.models.vectorstores.files.FileCreateParams;
import com.openai.models.vectorstores.files.VectorStoreFile;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.List;
import java.util.Map;

/** The official SDK for Java. */
final class OpenAiJava {
    static final byte[] TEXT = "The key to the engine room hangs behind the clock.".getBytes();

    static OpenAIClient client(String key) {
        return OpenAIOkHttpClient.builder().baseUrl(Steps.URL).apiKey(key).maxRetries(0).build();
    }

    static ChatCompletionCreateParams.Builder question(String model) {
        return ChatCompletionCreateParams.builder().model(model).addUserMessage("Hello?");
    }

    static ResponseCreateParams response() {
        return ResponseCreateParams.builder().model("m").input("Hello?").build();
    }

    static FileObject upload(OpenAIClient client) {
        MultipartField<InputStream> file = MultipartField.<InputStream>builder()
            .value(new ByteArrayInputStream(TEXT)).filename("keys.md").contentType("text/markdown").build();
        return client.files().create(com.openai.models.files.FileCreateParams.builder()
            .file(file).purpose(FilePurpose.ASSISTANTS).build());
    }

    public static void main(String[] args) {
        OpenAIClient client = client(Steps.KEY);
        Steps.step("models", () -> {
            List<String> ids = client.models().list().autoPager().stream().map(model -> model.id()).toList();
            Steps.expect(ids.contains("m"), ids);
        });
        Steps.step("chat", () -> {
            String text = client.chat().completions().create(question("m").build()).choices().get(0).message().content().get();
            Steps.expect(text.equals("Hello there."), text);
        });
        Steps.step("chat_with_tool", () -> {
            FunctionParameters parameters = FunctionParameters.builder()
                .putAdditionalProperty("type", JsonValue.from("object"))
                .putAdditionalProperty("properties", JsonValue.from(Map.of("city", Map.of("type", "string")))).build();
            var tool = FunctionDefinition.builder().name("weather").parameters(parameters).build();
            var answer = client.chat().completions().create(question("m").addFunctionTool(tool).build());
            var call = answer.choices().get(0).message().toolCalls().get().get(0).asFunction().function();
            Steps.expect(call.name().equals("weather"), call);
        });
        Steps.step("chat_stream", () -> {
            ChatCompletionAccumulator whole = ChatCompletionAccumulator.create();
            try (StreamResponse<ChatCompletionChunk> stream = client.chat().completions().createStreaming(question("m").build())) {
                stream.stream().forEach(whole::accumulate);
            }
            String text = whole.chatCompletion().choices().get(0).message().content().get();
            Steps.expect(text.equals("Hello there."), text);
        });
        Steps.step("embeddings", () -> {
            var answer = client.embeddings().create(EmbeddingCreateParams.builder()
                .model("embedder").inputOfArrayOfStrings(List.of("a", "b")).build());
            Steps.expect(answer.data().size() == 2 && answer.data().get(0).embedding().size() == 4, answer);
        });
        Steps.step("files", () -> {
            FileObject file = upload(client);
            Steps.expect(client.files().retrieve(file.id()).filename().equals("keys.md"), file);
            byte[] content = client.files().content(file.id()).body().readAllBytes();
            Steps.expect(java.util.Arrays.equals(content, TEXT), content.length);
            Steps.expect(client.files().delete(file.id()).deleted(), file);
        });
        Steps.step("vector_stores", () -> {
            VectorStore store = client.vectorStores().create(VectorStoreCreateParams.builder().name("Java").build());
            FileCreateParams attach = FileCreateParams.builder().fileId(upload(client).id()).build();
            VectorStoreFile file = client.vectorStores().files().create(store.id(), attach);
            for (int polls = 0; polls < 100 && file.status().equals(VectorStoreFile.Status.IN_PROGRESS); polls++) {
                Thread.sleep(100);
                file = client.vectorStores().files().retrieve(file.id(),
                    com.openai.models.vectorstores.files.FileRetrieveParams.builder().vectorStoreId(store.id()).build());
            }
            Steps.expect(file.status().equals(VectorStoreFile.Status.COMPLETED), file);
            var hits = client.vectorStores().search(store.id(), VectorStoreSearchParams.builder().query("key").build());
            Steps.expect(hits.data().get(0).content().get(0).text().equals(new String(TEXT)), hits);
            Steps.expect(client.vectorStores().delete(store.id()).deleted(), store);
        });
        Steps.step("response", () -> {
            String text = client.responses().create(response()).output().get(0).asMessage()
                .content().get(0).asOutputText().text();
            Steps.expect(text.equals("Hello there."), text);
        });
        Steps.step("response_stream", () -> {
            try (StreamResponse<ResponseStreamEvent> stream = client.responses().createStreaming(response())) {
                Steps.expect(stream.stream().anyMatch(ResponseStreamEvent::isCompleted), "no end");
            }
        });
        Steps.step("error_404", () -> {
            NotFoundException error = Steps.refused(NotFoundException.class,
                () -> client.chat().completions().create(question("absent").build()));
            Steps.expect(error.code().get().equals("model_not_found"), error);
        });
        Steps.step("error_422", () -> {
            UnprocessableEntityException error = Steps.refused(UnprocessableEntityException.class,
                () -> client.vectorStores().create(VectorStoreCreateParams.builder().fileIds(List.of("")).build()));
            Steps.expect(error.getMessage().length() > "422: ".length(), error);
        });
        Steps.step("error_401", () ->
            Steps.refused(UnauthorizedException.class, () -> client("sk-unknown").models().retrieve("m")));
        // The threads of its HTTP client would keep the program for a minute.
        System.exit(0);
    }
}
