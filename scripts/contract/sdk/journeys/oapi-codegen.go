// The journey of 16 steps with a client of oapi-codegen. SVC_URL, SVC_EMAIL and SVC_PASSWORD name the server.
package main

import (
	"bytes"
	"context"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
	"time"

	client "svcclient"
)

var steps = 0

func passed(name string, isRight bool) {
	if !isRight {
		fmt.Println("failed:", name)
		os.Exit(1)
	}
	steps++
	fmt.Printf("ok %d %s\n", steps, name)
}

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Println("failed:", err)
		os.Exit(1)
	}
	return value
}

func to[T any](value T) *T { return &value }

func with(token string) *client.ClientWithResponses {
	bearer := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token)
		return nil
	}
	return must(client.NewClientWithResponses(os.Getenv("SVC_URL"), client.WithRequestEditorFn(bearer)))
}

func main() {
	ctx := context.Background()
	login := must(with("").CreateLoginWithResponse(ctx, client.LoginRequest{Email: os.Getenv("SVC_EMAIL"), Password: os.Getenv("SVC_PASSWORD")}))
	passed("login", login.JSON200 != nil)
	admin := with(login.JSON200.AccessToken)
	organization := must(admin.CreateOrganizationWithResponse(ctx, nil, client.CreateOrganizationRequest{Name: "Journey"})).JSON200.Organization
	passed("organization", organization.Name == "Journey")
	key := must(admin.CreateAdminApiKeyWithResponse(ctx, &client.CreateAdminApiKeyParams{CompatOrganization: &organization.Id}, client.CreateKeyRequest{Name: "journey"}))
	passed("organization key", key.JSON200 != nil)
	owner := with(key.JSON200.Value)
	project := must(owner.CreateProjectWithResponse(ctx, nil, client.CreateProjectRequest{Name: "Journey", Limits: &client.ProjectLimits{RequestsPerMinute: to(client.Count(1000))}})).JSON200
	passed("project with limits", project != nil && *project.Limits.RequestsPerMinute == 1000)
	projectKey := must(owner.CreateProjectApiKeyWithResponse(ctx, project.Id, nil, client.CreateProjectKeyRequest{Name: "journey"})).JSON200
	passed("project key", projectKey != nil)
	keys := must(owner.ListProjectApiKeysWithResponse(ctx, project.Id, nil)).JSON200
	passed("list of keys", len(keys.Data) == 1 && keys.Data[0].Id == projectKey.Id)
	api := with(projectKey.Value)
	var team client.MetadataValue
	_ = team.FromMetadataText("docs")
	name := fmt.Sprint("Journey ", time.Now().UnixNano())
	store := must(api.CreateVectorStoreWithResponse(ctx, nil, client.CreateVectorStoreRequest{
		Name:         &name,
		Metadata:     &client.Metadata{"team": team},
		ExpiresAfter: &client.ExpirationPolicyRequest{Days: to(int32(7))},
	})).JSON200
	passed("store with metadata and expiry", store != nil && store.ExpiresAfter.Days == 7)
	text := []byte("The key to the engine room hangs behind the clock.")
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	part := must(writer.CreateFormFile("file", "keys.md"))
	_, _ = part.Write(text)
	_ = writer.WriteField("purpose", "assistants")
	_ = writer.Close()
	file := must(api.CreateFileWithBodyWithResponse(ctx, nil, writer.FormDataContentType(), &form)).JSON200
	passed("upload", file != nil && int(file.Bytes) == len(text))
	var year client.MetadataValue
	_ = year.FromMetadataValue1(2024)
	member := must(api.CreateVectorStoreFileWithResponse(ctx, store.Id, nil, client.CreateVectorStoreFileRequest{
		FileId:     file.Id,
		Attributes: &client.Metadata{"year": year},
		ChunkingStrategy: &client.ChunkingStrategyRequest{
			Type:   to(client.ChunkingTypeStatic),
			Static: &client.StaticChunkingRequest{MaxChunkSizeTokens: to(int32(200)), ChunkOverlapTokens: to(int32(50))},
		},
	})).JSON200
	passed("attach with static chunking and attributes", member != nil)
	for end := time.Now().Add(time.Minute); member.Status == client.VectorStoreFileStatusInProgress && time.Now().Before(end); {
		time.Sleep(200 * time.Millisecond)
		member = must(api.GetVectorStoreFileWithResponse(ctx, store.Id, file.Id, nil)).JSON200
	}
	passed("poll", member.Status == client.VectorStoreFileStatusCompleted)
	compare := func(kind client.ComparisonFilterType, value client.MetadataValue1) client.InnerSearchFilter {
		var number client.MetadataValue
		_ = number.FromMetadataValue1(value)
		var filter client.InnerSearchFilter
		_ = filter.FromComparisonFilter(client.ComparisonFilter{Type: kind, Key: "year", Value: number})
		return filter
	}
	var filters client.SearchFilter
	_ = filters.FromCompoundFilter(client.CompoundFilter{Type: client.CompoundFilterTypeAnd, Filters: []client.InnerSearchFilter{
		compare(client.Gte, 2020), compare(client.Lt, 2030),
	}})
	var query client.SearchQueryInput
	_ = query.FromSearchQuery("Where is the key?")
	found := must(api.SearchVectorStoreWithResponse(ctx, store.Id, nil, client.SearchVectorStoreRequest{Query: query, Filters: &filters})).JSON200
	passed("search with a compound filter", found != nil && found.Data[0].FileId == file.Id)
	name = fmt.Sprint("Second ", time.Now().UnixNano())
	second := must(api.CreateVectorStoreWithResponse(ctx, nil, client.CreateVectorStoreRequest{Name: &name})).JSON200
	var seen []string
	query1 := client.ListVectorStoresParams{Limit: to(int32(1))}
	for {
		page := must(api.ListVectorStoresWithResponse(ctx, &query1)).JSON200
		seen = append(seen, string(page.Data[0].Id))
		if !page.HasMore {
			break
		}
		query1.After = page.LastId
	}
	passed("walk by pages of 1", len(seen) == 2 && seen[0] == string(second.Id) && seen[1] == string(store.Id))
	refused := must(api.CreateVectorStoreWithResponse(ctx, nil, client.CreateVectorStoreRequest{ExpiresAfter: &client.ExpirationPolicyRequest{Days: to(int32(0))}}))
	passed("422 as a typed error", refused.JSON422 != nil && refused.JSON422.Detail[0].Type == "greater_than_equal")
	missing := must(api.GetVectorStoreWithResponse(ctx, "vs_01KF0G4CP9QX2AXWQ6CRBPS9XZ", nil))
	passed("404 as a typed error", missing.JSON404 != nil && *missing.JSON404.Error.Code == client.ErrorCodeNotFound)
	var content client.ChatContent
	_ = content.FromChatText("How warm is it in Paris?")
	model := os.Getenv("SVC_MODEL")
	if model == "" {
		model = "chat-model"
	}
	answer := must(api.CreateChatCompletionWithResponse(ctx, nil, client.ChatCompletionRequest{
		Model:    model,
		Messages: []client.ChatMessage{{Role: "user", Content: &content}},
		Tools:    &[]client.ChatTool{{Type: "function", Function: &client.ChatFunction{Name: "weather"}}},
	})).JSON200
	passed("chat completion with a tool", answer != nil && (*answer.Choices[0].Message.ToolCalls)[0].Function.Name == "weather")
	deleted := must(api.DeleteVectorStoreWithResponse(ctx, store.Id, nil)).JSON200
	passed("delete", deleted != nil && deleted.Deleted)
}
