import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.ModelNotFoundException;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiEmbeddingModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** LangChain4j, with its own client of the API. */
final class LangChain4j {
    static OpenAiChatModel.OpenAiChatModelBuilder model() {
        return OpenAiChatModel.builder().baseUrl(Steps.URL).apiKey(Steps.KEY).modelName("m").maxRetries(0);
    }

    public static void main(String[] args) {
        UserMessage question = UserMessage.from("Weather?");
        JsonObjectSchema city = JsonObjectSchema.builder().addStringProperty("city").build();
        Steps.step("chat", () -> {
            String text = model().build().chat("Hello?");
            Steps.expect(text.equals("Hello there."), text);
        });
        Steps.step("chat_with_tool", () -> {
            ToolSpecification tool = ToolSpecification.builder().name("weather").parameters(city).build();
            ChatRequest request = ChatRequest.builder().messages(question).toolSpecifications(tool).build();
            ChatResponse answer = model().build().chat(request);
            Steps.expect(answer.aiMessage().toolExecutionRequests().get(0).name().equals("weather"), answer);
        });
        Steps.step("structured_output", () -> {
            JsonSchema schema = JsonSchema.builder().name("report").rootElement(city).build();
            ResponseFormat format = ResponseFormat.builder().type(ResponseFormatType.JSON).jsonSchema(schema).build();
            ChatRequest request = ChatRequest.builder().messages(question).responseFormat(format).build();
            String text = model().strictJsonSchema(true).build().chat(request).aiMessage().text();
            Steps.expect(text.contains("Oslo"), text);
        });
        Steps.step("chat_stream", () -> {
            CompletableFuture<ChatResponse> answer = new CompletableFuture<>();
            OpenAiStreamingChatModel.builder().baseUrl(Steps.URL).apiKey(Steps.KEY).modelName("m").build()
                .chat("Hello?", new StreamingChatResponseHandler() {
                    @Override
                    public void onPartialResponse(String text) {}

                    @Override
                    public void onCompleteResponse(ChatResponse response) {
                        answer.complete(response);
                    }

                    @Override
                    public void onError(Throwable error) {
                        answer.completeExceptionally(error);
                    }
                });
            String text = answer.get(30, TimeUnit.SECONDS).aiMessage().text();
            Steps.expect(text.equals("Hello there."), text);
        });
        Steps.step("embeddings", () -> {
            var vectors = OpenAiEmbeddingModel.builder().baseUrl(Steps.URL).apiKey(Steps.KEY).modelName("embedder").build()
                .embedAll(List.of(TextSegment.from("a"), TextSegment.from("b"))).content();
            Steps.expect(vectors.size() == 2 && vectors.get(0).dimension() == 4, vectors);
        });
        Steps.step("error_404", () ->
            Steps.refused(ModelNotFoundException.class, () -> model().modelName("absent").build().chat("Hello?")));
        Steps.step("error_401", () ->
            Steps.refused(AuthenticationException.class, () -> model().apiKey("sk-unknown").build().chat("Hello?")));
        System.exit(0);
    }
}
