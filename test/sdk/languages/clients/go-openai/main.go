// Runs the steps of go-openai, which reads `error` of an error's body only.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/sashabaranov/go-openai"
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

// Expects an error with that status and a message.
func refused(err error, status int) error {
	var answer *openai.APIError
	if !errors.As(err, &answer) {
		return fmt.Errorf("no APIError: %v", err)
	}
	return expect(answer.HTTPStatusCode == status && answer.Message != "", answer)
}

func main() {
	config := openai.DefaultConfig(os.Getenv("SVC_KEY"))
	config.BaseURL = os.Getenv("SVC_URL") + "/v1"
	client := openai.NewClientWithConfig(config)
	question := []openai.ChatCompletionMessage{{Role: "user", Content: "Hello?"}}
	request := openai.ChatCompletionRequest{Model: "m", Messages: question}

	step("models", func() error {
		list, err := client.ListModels(background)
		if err != nil {
			return err
		}
		return expect(len(list.Models) >= 2, list)
	})
	step("chat", func() error {
		answer, err := client.CreateChatCompletion(background, request)
		if err != nil {
			return err
		}
		return expect(answer.Choices[0].Message.Content == "Hello there.", answer)
	})
	step("chat_with_tool", func() error {
		parameters := map[string]any{"type": "object", "properties": map[string]any{"city": map[string]any{"type": "string"}}}
		with := request
		with.Tools = []openai.Tool{{Type: "function", Function: &openai.FunctionDefinition{Name: "weather", Parameters: parameters}}}
		answer, err := client.CreateChatCompletion(background, with)
		if err != nil {
			return err
		}
		return expect(answer.Choices[0].Message.ToolCalls[0].Function.Name == "weather", answer)
	})
	step("chat_stream", func() error {
		stream, err := client.CreateChatCompletionStream(background, request)
		if err != nil {
			return err
		}
		defer stream.Close()
		text := ""
		for {
			chunk, err := stream.Recv()
			if errors.Is(err, io.EOF) {
				return expect(text == "Hello there.", text)
			}
			if err != nil {
				return err
			}
			for _, choice := range chunk.Choices {
				text += choice.Delta.Content
			}
		}
	})
	step("embeddings", func() error {
		answer, err := client.CreateEmbeddings(background, openai.EmbeddingRequest{Model: "embedder", Input: []string{"a", "b"}})
		if err != nil {
			return err
		}
		return expect(len(answer.Data) == 2 && len(answer.Data[0].Embedding) == 4, answer)
	})
	step("files_and_vector_stores", func() error {
		file, err := client.CreateFileBytes(background, openai.FileBytesRequest{Name: "keys.md", Bytes: []byte("The key"), Purpose: "assistants"})
		if err != nil {
			return err
		}
		store, err := client.CreateVectorStore(background, openai.VectorStoreRequest{Name: "Go", FileIDs: []string{file.ID}})
		if err != nil {
			return err
		}
		list, err := client.ListVectorStoreFiles(background, store.ID, openai.Pagination{})
		if err != nil {
			return err
		}
		if err := expect(len(list.VectorStoreFiles) == 1, list); err != nil {
			return err
		}
		_, err = client.DeleteVectorStore(background, store.ID)
		return err
	})
	step("error_404", func() error {
		_, err := client.RetrieveVectorStore(background, "vs_absent")
		return refused(err, 404)
	})
	step("error_404_of_a_model", func() error {
		_, err := client.CreateChatCompletion(background, openai.ChatCompletionRequest{Model: "absent", Messages: question})
		return refused(err, 404)
	})
	step("error_422_of_a_store", func() error {
		_, err := client.CreateVectorStore(background, openai.VectorStoreRequest{Name: "Go", FileIDs: []string{""}})
		return refused(err, 422)
	})
	step("error_422_of_a_chat", func() error {
		_, err := client.CreateChatCompletion(background, openai.ChatCompletionRequest{Model: "m", Messages: []openai.ChatCompletionMessage{}})
		return refused(err, 422)
	})
	step("error_401", func() error {
		config := openai.DefaultConfig("sk-unknown")
		config.BaseURL = os.Getenv("SVC_URL") + "/v1"
		_, err := openai.NewClientWithConfig(config).ListModels(background)
		return refused(err, 401)
	})
}
