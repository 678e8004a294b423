import com.openai.errors.NotFoundException;
import com.openai.errors.UnauthorizedException;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.document.MetadataMode;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.openai.OpenAiEmbeddingModel;
import org.springframework.ai.openai.OpenAiEmbeddingOptions;
import org.springframework.ai.tool.function.FunctionToolCallback;

/** Spring AI, without Spring Boot. */
final class SpringAi {
    record Weather(String city) {}

    static OpenAiChatModel model(String key, String name) {
        var options = OpenAiChatOptions.builder().baseUrl(Steps.URL).apiKey(key).model(name).build();
        return OpenAiChatModel.builder().options((OpenAiChatOptions) options).build();
    }

    public static void main(String[] args) {
        Steps.step("chat", () -> {
            String text = model(Steps.KEY, "m").call("Hello?");
            Steps.expect(text.equals("Hello there."), text);
        });
        Steps.step("chat_stream", () -> {
            String text = model(Steps.KEY, "m").stream("Hello?").collect(Collectors.joining()).block();
            Steps.expect(text.equals("Hello there."), text);
        });
        Steps.step("chat_with_tool", () -> {
            var tool = FunctionToolCallback.builder("weather", (Weather asked) -> "Sunny in " + asked.city())
                .description("The weather of a city").inputType(Weather.class).build();
            var options = OpenAiChatOptions.builder().baseUrl(Steps.URL).apiKey(Steps.KEY).model("m")
                .toolCallbacks(List.of(tool)).build();
            var answer = model(Steps.KEY, "m").call(new Prompt("Weather?", options)).getResult().getOutput();
            boolean isCall = answer.hasToolCalls() && answer.getToolCalls().get(0).name().equals("weather");
            Steps.expect(isCall || answer.getText().contains("Sunny in"), answer);
        });
        Steps.step("embeddings", () -> {
            var options = OpenAiEmbeddingOptions.builder().baseUrl(Steps.URL).apiKey(Steps.KEY).model("embedder").build();
            var vectors = new OpenAiEmbeddingModel(MetadataMode.EMBED, (OpenAiEmbeddingOptions) options)
                .embed(List.of("a", "b"));
            Steps.expect(vectors.size() == 2 && vectors.get(0).length == 4, vectors);
        });
        Steps.step("error_404", () ->
            Steps.refused(NotFoundException.class, () -> model(Steps.KEY, "absent").call("Hello?")));
        Steps.step("error_401", () ->
            Steps.refused(UnauthorizedException.class, () -> model("sk-unknown", "m").call("Hello?")));
        System.exit(0);
    }
}
