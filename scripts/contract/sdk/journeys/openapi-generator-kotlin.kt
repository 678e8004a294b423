// The journey of 16 steps with a client of openapi-generator. SVC_URL, SVC_EMAIL and SVC_PASSWORD name the server.

import java.io.File
import kotlin.system.exitProcess
import okhttp3.Call
import okhttp3.OkHttpClient
import svc.client.apis.*
import svc.client.infrastructure.ApiClient
import svc.client.infrastructure.ClientError
import svc.client.infrastructure.ClientException
import svc.client.infrastructure.Serializer
import svc.client.models.*

var steps = 0
val url: String = System.getenv("SVC_URL")

fun passed(name: String, isRight: Boolean) {
    if (!isRight) {
        println("failed: $name")
        exitProcess(1)
    }
    steps++
    println("ok $steps $name")
}

fun bearer(token: String): Call.Factory = OkHttpClient.Builder()
    .addInterceptor { it.proceed(it.request().newBuilder().header("Authorization", "Bearer $token").build()) }
    .build()

/** Returns the status and the typed body of the error that a call throws. */
inline fun <reified T> errorOf(call: () -> Unit): Pair<Int, T?> = try {
    call()
    Pair(200, null)
} catch (error: ClientException) {
    val body = (error.response as ClientError<*>).body as String
    Pair(error.statusCode, Serializer.moshi.adapter(T::class.java).fromJson(body))
}

fun main() {
    val login = LoginRequest(email = System.getenv("SVC_EMAIL"), password = System.getenv("SVC_PASSWORD"))
    val tokens = LoginApi(url).createLogin(login)
    passed("login", tokens.accessToken.startsWith("svcuser_"))
    val admin = bearer(tokens.accessToken)
    val organization = OrganizationsApi(url, admin).createOrganization(CreateOrganizationRequest(name = "Journey")).organization
    passed("organization", organization.name == "Journey")
    val organizationKey = OrganizationKeysApi(url, admin)
        .createAdminApiKey(CreateKeyRequest(name = "journey"), compatOrganization = organization.id)
    passed("organization key", organizationKey.value.startsWith("svcorg_"))
    val owner = bearer(organizationKey.value)
    val project = ProjectsApi(url, owner)
        .createProject(CreateProjectRequest(name = "Journey", limits = ProjectLimits(requestsPerMinute = 1000)))
    passed("project with limits", project.limits.requestsPerMinute == 1000L)
    val projectKeys = ProjectKeysApi(url, owner)
    val key = projectKeys.createProjectApiKey(project.id, CreateProjectKeyRequest(name = "journey"))
    passed("project key", key.value.startsWith("svcproj_"))
    passed("list of keys", projectKeys.listProjectApiKeys(project.id).data.map { it.id } == listOf(key.id))
    val client = bearer(key.value)
    val stores = VectorStoresApi(url, client)
    val store = stores.createVectorStore(
        CreateVectorStoreRequest(
            name = "Journey ${System.nanoTime()}",
            metadata = mapOf("team" to "docs"),
            expiresAfter = ExpirationPolicyRequest(days = 7),
        ),
    )
    passed("store with metadata and expiry", store.expiresAfter.days == 7 && store.metadata?.get("team") == "docs")
    val text = File("keys.md")
    text.writeText("The key to the engine room hangs behind the clock.")
    val file = FilesApi(url, client).createFile(text, FilePurpose.ASSISTANTS)
    passed("upload", file.bytes == text.length())
    val members = VectorStoreFilesApi(url, client)
    var member = members.createVectorStoreFile(
        store.id,
        CreateVectorStoreFileRequest(
            fileId = file.id,
            attributes = mapOf("year" to 2024),
            chunkingStrategy = ChunkingStrategyRequest(
                type = ChunkingType.STATIC,
                static = StaticChunkingRequest(maxChunkSizeTokens = 200, chunkOverlapTokens = 50),
            ),
        ),
    )
    passed("attach with static chunking and attributes", member.attributes?.get("year") == 2024.0)
    val deadline = System.currentTimeMillis() + 60_000
    while (member.status == VectorStoreFileStatus.IN_PROGRESS && System.currentTimeMillis() < deadline) {
        Thread.sleep(200)
        member = members.getVectorStoreFile(store.id, file.id)
    }
    passed("poll", member.status == VectorStoreFileStatus.COMPLETED)
    val found = stores.searchVectorStore(
        store.id,
        SearchVectorStoreRequest(
            query = "Where is the key?",
            filters = mapOf(
                "type" to "and",
                "filters" to listOf(
                    mapOf("type" to "gte", "key" to "year", "value" to 2020),
                    mapOf("type" to "lt", "key" to "year", "value" to 2030),
                ),
            ),
        ),
    )
    passed("search with a compound filter", found.data[0].filename == "keys.md")
    val second = stores.createVectorStore(CreateVectorStoreRequest(name = "Second ${System.nanoTime()}"))
    val seen = mutableListOf<String>()
    var page = stores.listVectorStores(limit = 1)
    while (true) {
        seen += page.data.map { it.id }
        if (!page.hasMore) break
        page = stores.listVectorStores(limit = 1, after = page.lastId)
    }
    passed("walk by pages of 1", seen == listOf(second.id, store.id))
    val (refused, validation) = errorOf<ValidationBody> {
        stores.createVectorStore(CreateVectorStoreRequest(expiresAfter = ExpirationPolicyRequest(days = 0)))
    }
    passed("422 as a typed error", refused == 422 && validation?.detail?.get(0)?.type == "greater_than_equal")
    val (missing, error) = errorOf<ErrorBody> { stores.getVectorStore("vs_01KF0G4CP9QX2AXWQ6CRBPS9XZ") }
    passed("404 as a typed error", missing == 404 && error?.error?.code == ErrorCode.NOT_FOUND)
    val answer = InferenceApi(url, client).createChatCompletion(
        ChatCompletionRequest(
            model = System.getenv("SVC_MODEL") ?: "chat-model",
            messages = listOf(ChatMessage(role = "user", content = "How warm is it in Paris?")),
            tools = listOf(ChatTool(type = "function", function = ChatFunction(name = "weather"))),
        ),
    )
    passed("chat completion with a tool", answer.choices[0].message.toolCalls?.get(0)?.function?.name == "weather")
    passed("delete", stores.deleteVectorStore(store.id).deleted)
    exitProcess(0)
}
