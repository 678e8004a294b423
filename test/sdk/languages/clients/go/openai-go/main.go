// Runs the steps of the official SDK for Go.
package main

import (
	"bytes"
	"errors"
	"fmt"

	. "clients/steps"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/responses"
)

// Expects an error with that status, a message and the id of the request.
func refused(err error, status int) error {
	var answer *openai.Error
	if !errors.As(err, &answer) {
		return fmt.Errorf("no openai.Error: %v", err)
	}
	return Expect(answer.StatusCode == status && answer.Message != "", answer)
}

func main() {
	base := option.WithBaseURL(URL)
	client := openai.NewClient(base, option.WithAPIKey(Key), option.WithMaxRetries(0))
	question := []openai.ChatCompletionMessageParamUnion{openai.UserMessage("Hello?")}
	request := openai.ChatCompletionNewParams{Model: "m", Messages: question}
	text := []byte("The key to the engine room hangs behind the clock.")

	Step("models", func() error {
		pager, count := client.Models.ListAutoPaging(Background), 0
		for pager.Next() {
			count++
		}
		if err := pager.Err(); err != nil {
			return err
		}
		return Expect(count >= 2, count)
	})
	Step("chat", func() error {
		answer, err := client.Chat.Completions.New(Background, request)
		if err != nil {
			return err
		}
		return Expect(answer.Choices[0].Message.Content == "Hello there.", answer)
	})
	Step("chat_with_tool", func() error {
		with := request
		with.Tools = []openai.ChatCompletionToolUnionParam{openai.ChatCompletionFunctionTool(openai.FunctionDefinitionParam{
			Name:       "weather",
			Parameters: openai.FunctionParameters{"type": "object", "properties": map[string]any{"city": map[string]any{"type": "string"}}},
		})}
		answer, err := client.Chat.Completions.New(Background, with)
		if err != nil {
			return err
		}
		return Expect(answer.Choices[0].Message.ToolCalls[0].Function.Name == "weather", answer)
	})
	Step("chat_stream", func() error {
		stream, collected := client.Chat.Completions.NewStreaming(Background, request), openai.ChatCompletionAccumulator{}
		for stream.Next() {
			collected.AddChunk(stream.Current())
		}
		if err := stream.Err(); err != nil {
			return err
		}
		return Expect(collected.Choices[0].Message.Content == "Hello there.", collected)
	})
	Step("embeddings", func() error {
		input := openai.EmbeddingNewParamsInputUnion{OfArrayOfStrings: []string{"a", "b"}}
		answer, err := client.Embeddings.New(Background, openai.EmbeddingNewParams{Model: "embedder", Input: input})
		if err != nil {
			return err
		}
		return Expect(len(answer.Data) == 2 && len(answer.Data[0].Embedding) == 4, answer)
	})
	Step("files_and_vector_stores", func() error {
		body := openai.File(bytes.NewReader(text), "keys.md", "text/markdown")
		store, err := client.VectorStores.New(Background, openai.VectorStoreNewParams{Name: openai.String("Official Go")})
		if err != nil {
			return err
		}
		file, err := client.VectorStores.Files.UploadAndPoll(Background, store.ID, openai.FileNewParams{File: body, Purpose: openai.FilePurposeAssistants}, 100)
		if err != nil {
			return err
		}
		if err := Expect(file.Status == "completed", file); err != nil {
			return err
		}
		query := openai.VectorStoreSearchParamsQueryUnion{OfString: openai.String("key")}
		hits, err := client.VectorStores.Search(Background, store.ID, openai.VectorStoreSearchParams{Query: query})
		if err != nil {
			return err
		}
		if err := Expect(len(hits.Data) == 1, hits); err != nil {
			return err
		}
		_, err = client.VectorStores.Delete(Background, store.ID)
		return err
	})
	Step("response_and_stream", func() error {
		input := responses.ResponseNewParamsInputUnion{OfString: openai.String("Hello?")}
		answer, err := client.Responses.New(Background, responses.ResponseNewParams{Model: "m", Input: input})
		if err != nil {
			return err
		}
		if err := Expect(answer.OutputText() == "Hello there.", answer); err != nil {
			return err
		}
		stream, last := client.Responses.NewStreaming(Background, responses.ResponseNewParams{Model: "m", Input: input}), ""
		for stream.Next() {
			last = stream.Current().Type
		}
		if err := stream.Err(); err != nil {
			return err
		}
		return Expect(last == "response.completed", last)
	})
	Step("error_404", func() error {
		_, err := client.VectorStores.Get(Background, "vs_absent")
		return refused(err, 404)
	})
	Step("error_422", func() error {
		_, err := client.VectorStores.New(Background, openai.VectorStoreNewParams{Name: openai.String("Go"), FileIDs: []string{""}})
		return refused(err, 422)
	})
	Step("error_401", func() error {
		stranger := openai.NewClient(base, option.WithAPIKey("sk-unknown"), option.WithMaxRetries(0))
		_, err := stranger.Models.Get(Background, "m")
		return refused(err, 401)
	})
}
