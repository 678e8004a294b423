# The journey of 16 steps with a client of openapi-generator. SVC_URL, SVC_EMAIL and SVC_PASSWORD name the server.

$LOAD_PATH.unshift(File.join(__dir__, 'lib'))
require 'uri'
require 'svc_client'

$steps = 0

def passed(name, is_right)
  abort("failed: #{name}") unless is_right
  $steps += 1
  puts "ok #{$steps} #{name}"
end

def bearer(token = nil)
  url = URI(ENV.fetch('SVC_URL'))
  configuration = SvcClient::Configuration.new do |config|
    config.scheme = url.scheme
    config.host = "#{url.host}:#{url.port}"
    config.server_index = nil
    config.access_token = token
  end
  SvcClient::ApiClient.new(configuration)
end

# Returns the status and the typed body of the error that the block raises.
def error_of(client, type)
  yield
  [200, nil]
rescue SvcClient::ApiError => e
  [e.code, client.convert_to_type(JSON.parse(e.response_body, symbolize_names: true), type)]
end

login = SvcClient::LoginRequest.new(email: ENV.fetch('SVC_EMAIL'), password: ENV.fetch('SVC_PASSWORD'))
tokens = SvcClient::LoginApi.new(bearer).create_login(login)
passed('login', tokens.access_token.start_with?('svcuser_'))
admin = bearer(tokens.access_token)
organization = SvcClient::OrganizationsApi.new(admin)
                                          .create_organization(SvcClient::CreateOrganizationRequest.new(name: 'Journey'))
                                          .organization
passed('organization', organization.name == 'Journey')
organization_key = SvcClient::OrganizationKeysApi.new(admin).create_admin_api_key(
  SvcClient::CreateKeyRequest.new(name: 'journey'), compat_organization: organization.id
)
passed('organization key', organization_key.value.start_with?('svcorg_'))
owner = bearer(organization_key.value)
limits = SvcClient::ProjectLimits.new(requests_per_minute: 1000)
project = SvcClient::ProjectsApi.new(owner).create_project(
  SvcClient::CreateProjectRequest.new(name: 'Journey', limits: limits)
)
passed('project with limits', project.limits.requests_per_minute == 1000)
project_keys = SvcClient::ProjectKeysApi.new(owner)
key = project_keys.create_project_api_key(project.id, SvcClient::CreateProjectKeyRequest.new(name: 'journey'))
passed('project key', key.value.start_with?('svcproj_'))
passed('list of keys', project_keys.list_project_api_keys(project.id).data.map(&:id) == [key.id])
client = bearer(key.value)
stores = SvcClient::VectorStoresApi.new(client)
store = stores.create_vector_store(
  SvcClient::CreateVectorStoreRequest.new(
    name: "Journey #{Time.now.to_f}",
    metadata: { 'team' => 'docs' },
    expires_after: SvcClient::ExpirationPolicyRequest.new(days: 7)
  )
)
passed('store with metadata and expiry', store.expires_after.days == 7 && store.metadata['team'] == 'docs')
File.write('keys.md', 'The key to the engine room hangs behind the clock.')
file = SvcClient::FilesApi.new(client).create_file(File.new('keys.md'), SvcClient::FilePurpose::ASSISTANTS)
passed('upload', file.bytes == File.size('keys.md'))
members = SvcClient::VectorStoreFilesApi.new(client)
member = members.create_vector_store_file(
  store.id,
  SvcClient::CreateVectorStoreFileRequest.new(
    file_id: file.id,
    attributes: { 'year' => 2024 },
    chunking_strategy: SvcClient::ChunkingStrategyRequest.new(
      type: SvcClient::ChunkingType::STATIC,
      static: SvcClient::StaticChunkingRequest.new(max_chunk_size_tokens: 200, chunk_overlap_tokens: 50)
    )
  )
)
passed('attach with static chunking and attributes', member.attributes['year'] == 2024)
deadline = Time.now + 60
while member.status == SvcClient::VectorStoreFileStatus::IN_PROGRESS && Time.now < deadline
  sleep 0.2
  member = members.get_vector_store_file(store.id, file.id)
end
passed('poll', member.status == SvcClient::VectorStoreFileStatus::COMPLETED)
compare = ->(type, value) { SvcClient::ComparisonFilter.new(type: type, key: 'year', value: value) }
found = stores.search_vector_store(
  store.id,
  SvcClient::SearchVectorStoreRequest.new(
    query: 'Where is the key?',
    filters: SvcClient::CompoundFilter.new(type: 'and', filters: [compare.call('gte', 2020), compare.call('lt', 2030)])
  )
)
passed('search with a compound filter', found.data[0].filename == 'keys.md')
second = stores.create_vector_store(SvcClient::CreateVectorStoreRequest.new(name: "Second #{Time.now.to_f}"))
seen = []
page = stores.list_vector_stores(limit: 1)
loop do
  seen.concat(page.data.map(&:id))
  break unless page.has_more

  page = stores.list_vector_stores(limit: 1, after: page.last_id)
end
passed('walk by pages of 1', seen == [second.id, store.id])
code, refused = error_of(client, 'ValidationBody') do
  unchecked = SvcClient::ExpirationPolicyRequest.new(days: 1)
  unchecked.instance_variable_set(:@days, 0)
  stores.create_vector_store(SvcClient::CreateVectorStoreRequest.new(expires_after: unchecked))
end
passed('422 as a typed error', code == 422 && refused.detail[0].type == 'greater_than_equal')
code, missing = error_of(client, 'ErrorBody') { stores.get_vector_store('vs_01KF0G4CP9QX2AXWQ6CRBPS9XZ') }
passed('404 as a typed error', code == 404 && missing.error.code == SvcClient::ErrorCode::NOT_FOUND)
answer = SvcClient::InferenceApi.new(client).create_chat_completion(
  SvcClient::ChatCompletionRequest.new(
    model: ENV.fetch('SVC_MODEL', 'chat-model'),
    messages: [SvcClient::ChatMessage.new(role: 'user', content: 'How warm is it in Paris?')],
    tools: [SvcClient::ChatTool.new(type: 'function', function: SvcClient::ChatFunction.new(name: 'weather'))]
  )
)
passed('chat completion with a tool', answer.choices[0].message.tool_calls[0].function.name == 'weather')
passed('delete', stores.delete_vector_store(store.id).deleted)
