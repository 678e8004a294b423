// Runs the steps of the official SDK for Go.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/responses"
)

var background = context.Background()

func step(name string, run func() error) {
	if err := run(); err != nil {
		fmt.Printf("not ok %s: %v\n", name, err)
		return
	}
	fmt.Println("ok", name)
}

func expect(holds bool, found any) error {
	if holds {
		return nil
	}
	return fmt.Errorf("found %v", found)
}

// Expects an error with that status, a message and the id of the request.
func refused(err error, status int) error {
	var answer *openai.Error
	if !errors.As(err, &answer) {
		return fmt.Errorf("no openai.Error: %v", err)
	}
	return expect(answer.StatusCode == status && answer.Message != "", answer)
}

func main() {
	base := option.WithBaseURL(os.Getenv("SVC_URL") + "/v1")
	client := openai.NewClient(base, option.WithAPIKey(os.Getenv("SVC_KEY")), option.WithMaxRetries(0))
	question := []openai.ChatCompletionMessageParamUnion{openai.UserMessage("Hello?")}
	request := openai.ChatCompletionNewParams{Model: "m", Messages: question}
	text := []byte("The key to the engine room hangs behind the clock.")

	step("models", func() error {
		pager, count := client.Models.ListAutoPaging(background), 0
		for pager.Next() {
			count++
		}
		if err := pager.Err(); err != nil {
			return err
		}
		return expect(count >= 2, count)
	})
	step("chat", func() error {
		answer, err := client.Chat.Completions.New(background, request)
		if err != nil {
			return err
		}
		return expect(answer.Choices[0].Message.Content == "Hello there.", answer)
	})
	step("chat_with_tool", func() error {
		with := request
		with.Tools = []openai.ChatCompletionToolUnionParam{openai.ChatCompletionFunctionTool(openai.FunctionDefinitionParam{
			Name:       "weather",
			Parameters: openai.FunctionParameters{"type": "object", "properties": map[string]any{"city": map[string]any{"type": "string"}}},
		})}
		answer, err := client.Chat.Completions.New(background, with)
		if err != nil {
			return err
		}
		return expect(answer.Choices[0].Message.ToolCalls[0].Function.Name == "weather", answer)
	})
	step("chat_stream", func() error {
		stream, collected := client.Chat.Completions.NewStreaming(background, request), openai.ChatCompletionAccumulator{}
		for stream.Next() {
			collected.AddChunk(stream.Current())
		}
		if err := stream.Err(); err != nil {
			return err
		}
		return expect(collected.Choices[0].Message.Content == "Hello there.", collected)
	})
	step("embeddings", func() error {
		input := openai.EmbeddingNewParamsInputUnion{OfArrayOfStrings: []string{"a", "b"}}
		answer, err := client.Embeddings.New(background, openai.EmbeddingNewParams{Model: "embedder", Input: input})
		if err != nil {
			return err
		}
		return expect(len(answer.Data) == 2 && len(answer.Data[0].Embedding) == 4, answer)
	})
	step("files_and_vector_stores", func() error {
		body := openai.File(bytes.NewReader(text), "keys.md", "text/markdown")
		store, err := client.VectorStores.New(background, openai.VectorStoreNewParams{Name: openai.String("Official Go")})
		if err != nil {
			return err
		}
		file, err := client.VectorStores.Files.UploadAndPoll(background, store.ID, openai.FileNewParams{File: body, Purpose: openai.FilePurposeAssistants}, 100)
		if err != nil {
			return err
		}
		if err := expect(file.Status == "completed", file); err != nil {
			return err
		}
		query := openai.VectorStoreSearchParamsQueryUnion{OfString: openai.String("key")}
		hits, err := client.VectorStores.Search(background, store.ID, openai.VectorStoreSearchParams{Query: query})
		if err != nil {
			return err
		}
		if err := expect(len(hits.Data) == 1, hits); err != nil {
			return err
		}
		_, err = client.VectorStores.Delete(background, store.ID)
		return err
	})
	step("response_and_stream", func() error {
		input := responses.ResponseNewParamsInputUnion{OfString: openai.String("Hello?")}
		answer, err := client.Responses.New(background, responses.ResponseNewParams{Model: "m", Input: input})
		if err != nil {
			return err
		}
		if err := expect(answer.OutputText() == "Hello there.", answer); err != nil {
			return err
		}
		stream, last := client.Responses.NewStreaming(background, responses.ResponseNewParams{Model: "m", Input: input}), ""
		for stream.Next() {
			last = stream.Current().Type
		}
		if err := stream.Err(); err != nil {
			return err
		}
		return expect(last == "response.completed", last)
	})
	step("error_404", func() error {
		_, err := client.VectorStores.Get(background, "vs_absent")
		return refused(err, 404)
	})
	step("error_422", func() error {
		_, err := client.VectorStores.New(background, openai.VectorStoreNewParams{Name: openai.String("Go"), FileIDs: []string{""}})
		return refused(err, 422)
	})
	step("error_401", func() error {
		stranger := openai.NewClient(base, option.WithAPIKey("sk-unknown"), option.WithMaxRetries(0))
		_, err := stranger.Models.Get(background, "m")
		return refused(err, 401)
	})
}
