// Runs the steps of go-openai, which reads `error` of an error's body only.
package main

import (
	"errors"
	"fmt"
	"io"

	. "clients/steps"
	"github.com/sashabaranov/go-openai"
)

// Expects an error with that status and a message.
func refused(err error, status int) error {
	var answer *openai.APIError
	if !errors.As(err, &answer) {
		return fmt.Errorf("no APIError: %v", err)
	}
	return Expect(answer.HTTPStatusCode == status && answer.Message != "", answer)
}

func main() {
	config := openai.DefaultConfig(Key)
	config.BaseURL = URL
	client := openai.NewClientWithConfig(config)
	question := []openai.ChatCompletionMessage{{Role: "user", Content: "Hello?"}}
	request := openai.ChatCompletionRequest{Model: "m", Messages: question}

	Step("models", func() error {
		list, err := client.ListModels(Background)
		if err != nil {
			return err
		}
		return Expect(len(list.Models) >= 2, list)
	})
	Step("chat", func() error {
		answer, err := client.CreateChatCompletion(Background, request)
		if err != nil {
			return err
		}
		return Expect(answer.Choices[0].Message.Content == "Hello there.", answer)
	})
	Step("chat_with_tool", func() error {
		parameters := map[string]any{"type": "object", "properties": map[string]any{"city": map[string]any{"type": "string"}}}
		with := request
		with.Tools = []openai.Tool{{Type: "function", Function: &openai.FunctionDefinition{Name: "weather", Parameters: parameters}}}
		answer, err := client.CreateChatCompletion(Background, with)
		if err != nil {
			return err
		}
		return Expect(answer.Choices[0].Message.ToolCalls[0].Function.Name == "weather", answer)
	})
	Step("chat_stream", func() error {
		stream, err := client.CreateChatCompletionStream(Background, request)
		if err != nil {
			return err
		}
		defer stream.Close()
		text := ""
		for {
			chunk, err := stream.Recv()
			if errors.Is(err, io.EOF) {
				return Expect(text == "Hello there.", text)
			}
			if err != nil {
				return err
			}
			for _, choice := range chunk.Choices {
				text += choice.Delta.Content
			}
		}
	})
	Step("embeddings", func() error {
		answer, err := client.CreateEmbeddings(Background, openai.EmbeddingRequest{Model: "embedder", Input: []string{"a", "b"}})
		if err != nil {
			return err
		}
		return Expect(len(answer.Data) == 2 && len(answer.Data[0].Embedding) == 4, answer)
	})
	Step("files_and_vector_stores", func() error {
		file, err := client.CreateFileBytes(Background, openai.FileBytesRequest{Name: "keys.md", Bytes: []byte("The key"), Purpose: "assistants"})
		if err != nil {
			return err
		}
		store, err := client.CreateVectorStore(Background, openai.VectorStoreRequest{Name: "Go", FileIDs: []string{file.ID}})
		if err != nil {
			return err
		}
		list, err := client.ListVectorStoreFiles(Background, store.ID, openai.Pagination{})
		if err != nil {
			return err
		}
		if err := Expect(len(list.VectorStoreFiles) == 1, list); err != nil {
			return err
		}
		_, err = client.DeleteVectorStore(Background, store.ID)
		return err
	})
	Step("error_404", func() error {
		_, err := client.RetrieveVectorStore(Background, "vs_absent")
		return refused(err, 404)
	})
	Step("error_404_of_a_model", func() error {
		_, err := client.CreateChatCompletion(Background, openai.ChatCompletionRequest{Model: "absent", Messages: question})
		return refused(err, 404)
	})
	Step("error_422_of_a_store", func() error {
		_, err := client.CreateVectorStore(Background, openai.VectorStoreRequest{Name: "Go", FileIDs: []string{""}})
		return refused(err, 422)
	})
	Step("error_422_of_a_chat", func() error {
		_, err := client.CreateChatCompletion(Background, openai.ChatCompletionRequest{Model: "m", Messages: []openai.ChatCompletionMessage{}})
		return refused(err, 422)
	})
	Step("error_401", func() error {
		config := openai.DefaultConfig("sk-unknown")
		config.BaseURL = URL
		_, err := openai.NewClientWithConfig(config).ListModels(Background)
		return refused(err, 401)
	})
}
