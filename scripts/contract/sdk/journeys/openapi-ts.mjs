// The journey of 16 steps with a client of @hey-api/openapi-ts. SVC_URL, SVC_EMAIL and SVC_PASSWORD name the server.

import * as svc from './svc-client';
import { createClient } from './svc-client/client';

const { SVC_URL: baseUrl, SVC_EMAIL: email, SVC_PASSWORD: password, SVC_MODEL: model = 'chat-model' } = process.env;
let steps = 0;

function passed(name, isRight) {
  if (!isRight) throw new Error(`failed: ${name}`);
  steps += 1;
  console.log(`ok ${steps} ${name}`);
}

const bearer = (auth) => createClient({ baseUrl, auth, throwOnError: true });

const tokens = (await svc.createLogin({ client: bearer(), body: { email, password } })).data;
passed('login', tokens.access_token.startsWith('svcuser_'));
const admin = bearer(tokens.access_token);
const { organization } = (await svc.createOrganization({ client: admin, body: { name: 'Journey' } })).data;
passed('organization', organization.name === 'Journey');
const headers = { 'compat-organization': organization.id };
const organizationKey = (await svc.createAdminApiKey({ client: admin, headers, body: { name: 'journey' } })).data;
passed('organization key', organizationKey.value.startsWith('svcorg_'));
const owner = bearer(organizationKey.value);
const limits = { requests_per_minute: 1000 };
const project = (await svc.createProject({ client: owner, body: { name: 'Journey', limits } })).data;
passed('project with limits', project.limits.requests_per_minute === 1000);
const ofProject = { client: owner, path: { project_id: project.id } };
const key = (await svc.createProjectApiKey({ ...ofProject, body: { name: 'journey' } })).data;
passed('project key', key.value.startsWith('svcproj_'));
const keys = (await svc.listProjectApiKeys(ofProject)).data;
passed('list of keys', keys.data.length === 1 && keys.data[0].id === key.id);
const client = bearer(key.value);
const newStore = async (name, more) => (await svc.createVectorStore({ client, body: { name, ...more } })).data;
const store = await newStore(`Journey ${crypto.randomUUID()}`, {
  metadata: { team: 'docs' },
  expires_after: { anchor: 'last_active_at', days: 7 },
});
passed('store with metadata and expiry', store.expires_after.days === 7 && store.metadata.team === 'docs');
const text = 'The key to the engine room hangs behind the clock.';
const upload = { file: new File([text], 'keys.md', { type: 'text/markdown' }), purpose: 'assistants' };
const file = (await svc.createFile({ client, body: upload })).data;
passed('upload', file.bytes === text.length);
const ofStore = { client, path: { vector_store_id: store.id } };
const sizes = { max_chunk_size_tokens: 200, chunk_overlap_tokens: 50 };
const attached = {
  file_id: file.id,
  attributes: { year: 2024 },
  chunking_strategy: { type: 'static', static: sizes },
};
let member = (await svc.createVectorStoreFile({ ...ofStore, body: attached })).data;
passed('attach with static chunking and attributes', member.attributes.year === 2024);
const deadline = Date.now() + 60_000;
while (member.status === 'in_progress' && Date.now() < deadline) {
  await new Promise((resolve) => setTimeout(resolve, 200));
  member = (await svc.getVectorStoreFile({ client, path: { vector_store_id: store.id, file_id: file.id } })).data;
}
passed('poll', member.status === 'completed');
const filters = {
  type: 'and',
  filters: [
    { type: 'gte', key: 'year', value: 2020 },
    { type: 'lt', key: 'year', value: 2030 },
  ],
};
const found = (await svc.searchVectorStore({ ...ofStore, body: { query: 'Where is the key?', filters } })).data;
passed('search with a compound filter', found.data[0].filename === 'keys.md');
const second = await newStore(`Second ${crypto.randomUUID()}`);
const seen = [];
let page;
do {
  page = (await svc.listVectorStores({ client, query: { limit: 1, after: page?.last_id } })).data;
  seen.push(...page.data.map(({ id }) => id));
} while (page.has_more);
passed('walk by pages of 1', seen.join() === [second.id, store.id].join());
const broken = { name: 'x', expires_after: { anchor: 'last_active_at', days: 0 } };
const refused = await svc.createVectorStore({ client, body: broken, throwOnError: false });
passed('422 as a typed error', refused.error.detail[0].loc.at(-1) === 'days');
const path = { vector_store_id: 'vs_01KF0G4CP9QX2AXWQ6CRBPS9XZ' };
const missing = await svc.getVectorStore({ client, path, throwOnError: false });
passed('404 as a typed error', missing.error.error.code === 'not_found');
const messages = [{ role: 'user', content: 'How warm is it in Paris?' }];
const tools = [{ type: 'function', function: { name: 'weather' } }];
const answer = (await svc.createChatCompletion({ client, body: { model, messages, tools } })).data;
passed('chat completion with a tool', answer.choices[0].message.tool_calls[0].function.name === 'weather');
const deleted = (await svc.deleteVectorStore(ofStore)).data;
passed('delete', deleted.deleted === true);
