// The journey of 16 steps with a client of ogen. SVC_URL, SVC_EMAIL and SVC_PASSWORD name the server.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	ht "github.com/ogen-go/ogen/http"
	"github.com/ogen-go/ogen/ogenerrors"
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

// Returns an answer as the type that a step expects.
func to[T any, R any](answer R, err error) *T {
	if err != nil {
		fmt.Println("failed:", err)
		os.Exit(1)
	}
	value, isRight := any(answer).(*T)
	if !isRight {
		fmt.Printf("failed: %#v\n", answer)
		os.Exit(1)
	}
	return value
}

type bearer string

func (token bearer) BearerAuth(context.Context, client.OperationName) (client.BearerAuth, error) {
	return client.BearerAuth{Token: string(token)}, nil
}

func (bearer) MessagesApiKey(context.Context, client.OperationName) (client.MessagesApiKey, error) {
	return client.MessagesApiKey{}, ogenerrors.ErrSkipClientSecurity
}

func (bearer) SessionCookie(context.Context, client.OperationName) (client.SessionCookie, error) {
	return client.SessionCookie{}, ogenerrors.ErrSkipClientSecurity
}

func with(token string) *client.Client {
	made, err := client.NewClient(os.Getenv("SVC_URL"), bearer(token))
	if err != nil {
		panic(err)
	}
	return made
}

func main() {
	ctx := context.Background()
	login := to[client.LoginTokensHeaders](with("").CreateLogin(ctx, &client.LoginRequest{Email: client.EmailAddress(os.Getenv("SVC_EMAIL")), Password: client.Password(os.Getenv("SVC_PASSWORD"))}))
	passed("login", login.Response.AccessToken != "")
	admin := with(login.Response.AccessToken)
	organization := to[client.OrganizationEnvelopeHeaders](admin.CreateOrganization(ctx, &client.CreateOrganizationRequest{Name: "Journey"}, client.CreateOrganizationParams{})).Response.Organization
	passed("organization", organization.Name == "Journey")
	key := to[client.CreatedAdminApiKeyHeaders](admin.CreateAdminApiKey(ctx, &client.CreateKeyRequest{Name: "journey"}, client.CreateAdminApiKeyParams{CompatOrganization: client.NewOptID(organization.ID)})).Response
	passed("organization key", key.Value != "")
	owner := with(key.Value)
	limits := client.ProjectLimits{RequestsPerMinute: client.NewOptNilCount(1000)}
	project := to[client.ProjectHeaders](owner.CreateProject(ctx, &client.CreateProjectRequest{Name: "Journey", Limits: client.NewOptProjectLimits(limits)}, client.CreateProjectParams{})).Response
	passed("project with limits", project.Limits.RequestsPerMinute.Value == 1000)
	projectKey := to[client.CreatedProjectApiKeyHeaders](owner.CreateProjectApiKey(ctx, &client.CreateProjectKeyRequest{Name: "journey"}, client.CreateProjectApiKeyParams{ProjectID: project.ID})).Response
	passed("project key", projectKey.Value != "")
	keys := to[client.ProjectApiKeyListHeaders](owner.ListProjectApiKeys(ctx, client.ListProjectApiKeysParams{ProjectID: project.ID})).Response
	passed("list of keys", len(keys.Data) == 1 && keys.Data[0].ID == projectKey.ID)
	api := with(projectKey.Value)
	named := func(name string) client.OptNilVectorStoreName {
		return client.NewOptNilVectorStoreName(client.VectorStoreName(fmt.Sprint(name, time.Now().UnixNano())))
	}
	days := func(count int32) client.OptNilExpirationPolicyRequest {
		return client.NewOptNilExpirationPolicyRequest(client.ExpirationPolicyRequest{Days: client.NewOptNilInt32(count)})
	}
	store := to[client.VectorStoreHeaders](api.CreateVectorStore(ctx, &client.CreateVectorStoreRequest{
		Name:         named("Journey "),
		Metadata:     client.NewOptNilMetadata(client.Metadata{"team": client.NewMetadataTextMetadataValue("docs")}),
		ExpiresAfter: days(7),
	}, client.CreateVectorStoreParams{})).Response
	passed("store with metadata and expiry", store.ExpiresAfter.Days == 7)
	text := "The key to the engine room hangs behind the clock."
	file := to[client.StoredFileHeaders](api.CreateFile(ctx, &client.CreateFileFormMultipart{
		File:    ht.MultipartFile{Name: "keys.md", File: strings.NewReader(text)},
		Purpose: client.FilePurposeAssistants,
	}, client.CreateFileParams{})).Response
	passed("upload", int(file.Bytes) == len(text))
	attached := to[client.VectorStoreFileHeaders](api.CreateVectorStoreFile(ctx, &client.CreateVectorStoreFileRequest{
		FileID:     client.FileId(file.ID),
		Attributes: client.NewOptNilMetadata(client.Metadata{"year": client.NewFloat64MetadataValue(2024)}),
		ChunkingStrategy: client.NewOptNilChunkingStrategyRequest(client.ChunkingStrategyRequest{
			Type:   client.NewOptNilChunkingType(client.ChunkingTypeStatic),
			Static: client.NewOptNilStaticChunkingRequest(client.StaticChunkingRequest{MaxChunkSizeTokens: client.NewOptNilInt32(200), ChunkOverlapTokens: client.NewOptNilInt32(50)}),
		}),
	}, client.CreateVectorStoreFileParams{VectorStoreID: store.ID})).Response
	passed("attach with static chunking and attributes", attached.ID == file.ID)
	status := string(attached.Status)
	for end := time.Now().Add(time.Minute); status == "in_progress" && time.Now().Before(end); {
		time.Sleep(200 * time.Millisecond)
		status = string(to[client.GetVectorStoreFileOKHeaders](api.GetVectorStoreFile(ctx, client.GetVectorStoreFileParams{VectorStoreID: store.ID, FileID: file.ID})).Response.Status)
	}
	passed("poll", status == "completed")
	compare := func(kind client.ComparisonFilterType, value float64) client.ComparisonFilter {
		return client.ComparisonFilter{Type: kind, Key: "year", Value: client.NewFloat64MetadataValue(value)}
	}
	filters := client.NewSearchFilterAndSearchFilter(client.CompoundFilter{Type: client.CompoundFilterTypeAnd, Filters: []client.InnerSearchFilter{
		client.NewInnerSearchFilterGteInnerSearchFilter(compare(client.ComparisonFilterTypeGte, 2020)),
		client.NewInnerSearchFilterLtInnerSearchFilter(compare(client.ComparisonFilterTypeLt, 2030)),
	}})
	found := to[client.SearchResultsPageHeaders](api.SearchVectorStore(ctx, &client.SearchVectorStoreRequest{
		Query:   client.NewSearchQuerySearchQueryInput("Where is the key?"),
		Filters: client.NewOptNilSearchFilter(filters),
	}, client.SearchVectorStoreParams{VectorStoreID: store.ID})).Response
	passed("search with a compound filter", found.Data[0].FileID == file.ID)
	second := to[client.VectorStoreHeaders](api.CreateVectorStore(ctx, &client.CreateVectorStoreRequest{Name: named("Second ")}, client.CreateVectorStoreParams{})).Response
	var seen []string
	query := client.ListVectorStoresParams{Limit: client.NewOptInt32(1)}
	for {
		page := to[client.VectorStoreListHeaders](api.ListVectorStores(ctx, query)).Response
		seen = append(seen, string(page.Data[0].ID))
		if !page.HasMore {
			break
		}
		query.After = client.NewOptVectorStoreCursor(client.VectorStoreCursor(page.LastID.Value))
	}
	passed("walk by pages of 1", len(seen) == 2 && seen[0] == string(second.ID) && seen[1] == string(store.ID))
	refused := to[client.UnprocessableEntityHeaders](api.CreateVectorStore(ctx, &client.CreateVectorStoreRequest{ExpiresAfter: days(0)}, client.CreateVectorStoreParams{})).Response
	passed("422 as a typed error", refused.Detail[0].Type == "greater_than_equal")
	missing := to[client.NotFoundHeaders](api.GetVectorStore(ctx, client.GetVectorStoreParams{VectorStoreID: "vs_01KF0G4CP9QX2AXWQ6CRBPS9XZ"})).Response
	passed("404 as a typed error", missing.Error.Code.Value == client.ErrorCodeNotFound)
	model := os.Getenv("SVC_MODEL")
	if model == "" {
		model = "chat-model"
	}
	answer := to[client.ChatCompletionHeaders](api.CreateChatCompletion(ctx, &client.ChatCompletionRequest{
		Model:    client.KnownModelId(model),
		Messages: []client.ChatMessage{{Role: "user", Content: client.NewOptNilChatContent(client.NewChatTextChatContent("How warm is it in Paris?"))}},
		Tools:    client.NewOptNilChatToolArray([]client.ChatTool{{Type: "function", Function: client.NewOptNilChatFunction(client.ChatFunction{Name: "weather"})}}),
	}, client.CreateChatCompletionParams{})).Response
	passed("chat completion with a tool", answer.Choices[0].Message.ToolCalls.Value[0].Function.Value.Name == "weather")
	deleted := to[client.DeletedVectorStoreHeaders](api.DeleteVectorStore(ctx, client.DeleteVectorStoreParams{VectorStoreID: store.ID})).Response
	passed("delete", deleted.Deleted)
}
