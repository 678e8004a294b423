// The journey of 16 steps with a client of openapi-generator. SVC_URL, SVC_EMAIL and SVC_PASSWORD name the server.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	svc "svcclient"
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

// result takes what a call returns, and ends the journey if it failed.
func result[T any, R any](value T, _ R, err error) T {
	if err != nil {
		var refused *svc.GenericOpenAPIError
		if errors.As(err, &refused) {
			fmt.Println(string(refused.Body()))
		}
		fmt.Println("failed:", err)
		os.Exit(1)
	}
	return value
}

func bearer(token string) *svc.APIClient {
	configuration := svc.NewConfiguration()
	configuration.Servers = svc.ServerConfigurations{{URL: os.Getenv("SVC_URL")}}
	if token != "" {
		configuration.AddDefaultHeader("Authorization", "Bearer "+token)
	}
	return svc.NewAPIClient(configuration)
}

func modelOf[T any](err error) T {
	var refused *svc.GenericOpenAPIError
	if errors.As(err, &refused) {
		if model, isTyped := refused.Model().(T); isTyped {
			return model
		}
	}
	var none T
	return none
}

func main() {
	ctx := context.Background()
	login := svc.NewLoginRequest(os.Getenv("SVC_EMAIL"), os.Getenv("SVC_PASSWORD"))
	tokens := result(bearer("").LoginAPI.CreateLogin(ctx).LoginRequest(*login).Execute())
	passed("login", tokens.AccessToken != "")
	admin := bearer(tokens.AccessToken)
	organization := result(admin.OrganizationsAPI.CreateOrganization(ctx).CreateOrganizationRequest(*svc.NewCreateOrganizationRequest("Journey")).Execute()).Organization
	passed("organization", organization.Name == "Journey")
	organizationKey := result(admin.OrganizationKeysAPI.CreateAdminApiKey(ctx).CreateKeyRequest(*svc.NewCreateKeyRequest("journey")).CompatOrganization(organization.Id).Execute())
	passed("organization key", organizationKey.Value != "")
	owner := bearer(organizationKey.Value)
	limits := svc.NewProjectLimits()
	limits.SetRequestsPerMinute(1000)
	wanted := svc.NewCreateProjectRequest("Journey")
	wanted.SetLimits(*limits)
	project := result(owner.ProjectsAPI.CreateProject(ctx).CreateProjectRequest(*wanted).Execute())
	passed("project with limits", project.Limits.GetRequestsPerMinute() == 1000)
	key := result(owner.ProjectKeysAPI.CreateProjectApiKey(ctx, project.Id).CreateProjectKeyRequest(*svc.NewCreateProjectKeyRequest("journey")).Execute())
	passed("project key", key.Value != "")
	keys := result(owner.ProjectKeysAPI.ListProjectApiKeys(ctx, project.Id).Execute())
	passed("list of keys", len(keys.Data) == 1 && keys.Data[0].Id == key.Id)
	api := bearer(key.Value)
	team := "docs"
	newStore := svc.NewCreateVectorStoreRequest()
	newStore.SetName(fmt.Sprint("Journey ", time.Now().UnixNano()))
	newStore.SetMetadata(map[string]svc.MetadataValue{"team": {String: &team}})
	expiry := svc.NewExpirationPolicyRequest()
	expiry.SetDays(7)
	newStore.SetExpiresAfter(*expiry)
	store := result(api.VectorStoresAPI.CreateVectorStore(ctx).CreateVectorStoreRequest(*newStore).Execute())
	passed("store with metadata and expiry", store.ExpiresAfter.Days == 7)
	text := []byte("The key to the engine room hangs behind the clock.")
	_ = os.WriteFile("keys.md", text, 0o600)
	opened, _ := os.Open("keys.md")
	file := result(api.FilesAPI.CreateFile(ctx).File(opened).Purpose(svc.FILEPURPOSE_ASSISTANTS).Execute())
	passed("upload", int(file.Bytes) == len(text))
	year := float64(2024)
	chunking := svc.NewChunkingStrategyRequest()
	chunking.SetType(svc.CHUNKINGTYPE_STATIC)
	sizes := svc.NewStaticChunkingRequest()
	sizes.SetMaxChunkSizeTokens(200)
	sizes.SetChunkOverlapTokens(50)
	chunking.SetStatic(*sizes)
	attached := svc.NewCreateVectorStoreFileRequest(file.Id)
	attached.SetAttributes(map[string]svc.MetadataValue{"year": {Float64: &year}})
	attached.SetChunkingStrategy(*chunking)
	member := result(api.VectorStoreFilesAPI.CreateVectorStoreFile(ctx, store.Id).CreateVectorStoreFileRequest(*attached).Execute())
	passed("attach with static chunking and attributes", *member.Attributes["year"].Float64 == 2024)
	for end := time.Now().Add(time.Minute); member.Status == svc.VECTORSTOREFILESTATUS_IN_PROGRESS && time.Now().Before(end); {
		time.Sleep(200 * time.Millisecond)
		member = result(api.VectorStoreFilesAPI.GetVectorStoreFile(ctx, store.Id, file.Id).Execute())
	}
	passed("poll", member.Status == svc.VECTORSTOREFILESTATUS_COMPLETED)
	compare := func(kind string, value float64) svc.InnerSearchFilter {
		return svc.InnerSearchFilter{ComparisonFilter: svc.NewComparisonFilter(kind, "year", svc.MetadataValue{Float64: &value})}
	}
	question := "Where is the key?"
	search := svc.NewSearchVectorStoreRequest(svc.SearchQueryInput{String: &question})
	search.SetFilters(svc.SearchFilter{CompoundFilter: svc.NewCompoundFilter("and", []svc.InnerSearchFilter{compare("gte", 2020), compare("lt", 2030)})})
	found := result(api.VectorStoresAPI.SearchVectorStore(ctx, store.Id).SearchVectorStoreRequest(*search).Execute())
	passed("search with a compound filter", found.Data[0].FileId == file.Id)
	other := svc.NewCreateVectorStoreRequest()
	other.SetName(fmt.Sprint("Second ", time.Now().UnixNano()))
	second := result(api.VectorStoresAPI.CreateVectorStore(ctx).CreateVectorStoreRequest(*other).Execute())
	var seen []string
	page := result(api.VectorStoresAPI.ListVectorStores(ctx).Limit(1).Execute())
	for {
		seen = append(seen, page.Data[0].Id)
		if !page.HasMore {
			break
		}
		page = result(api.VectorStoresAPI.ListVectorStores(ctx).Limit(1).After(page.GetLastId()).Execute())
	}
	passed("walk by pages of 1", len(seen) == 2 && seen[0] == second.Id && seen[1] == store.Id)
	expiry.SetDays(0)
	refused := svc.NewCreateVectorStoreRequest()
	refused.SetExpiresAfter(*expiry)
	_, _, err := api.VectorStoresAPI.CreateVectorStore(ctx).CreateVectorStoreRequest(*refused).Execute()
	validation := modelOf[svc.ValidationBody](err)
	passed("422 as a typed error", len(validation.Detail) > 0 && validation.Detail[0].Type == "greater_than_equal")
	_, _, err = api.VectorStoresAPI.GetVectorStore(ctx, "vs_01KF0G4CP9QX2AXWQ6CRBPS9XZ").Execute()
	missing := modelOf[svc.ErrorBody](err)
	passed("404 as a typed error", missing.Error.GetCode() == svc.ERRORCODE_NOT_FOUND)
	asked := "How warm is it in Paris?"
	message := svc.NewChatMessage("user")
	message.SetContent(svc.ChatContent{String: &asked})
	model := os.Getenv("SVC_MODEL")
	if model == "" {
		model = "chat-model"
	}
	tool := svc.NewChatTool("function")
	tool.SetFunction(*svc.NewChatFunction("weather"))
	chat := svc.NewChatCompletionRequest(model, []svc.ChatMessage{*message})
	chat.SetTools([]svc.ChatTool{*tool})
	answer := result(api.InferenceAPI.CreateChatCompletion(ctx).ChatCompletionRequest(*chat).Execute())
	passed("chat completion with a tool", answer.Choices[0].Message.ToolCalls[0].Function.Get().GetName() == "weather")
	deleted := result(api.VectorStoresAPI.DeleteVectorStore(ctx, store.Id).Execute())
	passed("delete", deleted.Deleted)
}
