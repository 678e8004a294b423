import type { Mutant, Passing } from './proxy.ts';
import { answers, issues, requests, rewrite, set } from './verbs.ts';

type Change = NonNullable<Mutant['answer']>;

/** Remembers the secrets of creations, by id. */
const remember =
  (name: string): Change =>
  ({ body }, { memory }) => {
    if (body?.[name]) memory.set(body.id, body[name]);
  };

/** Shows a remembered secret in a resource, or in the items of a list. */
function show(created: string, member: string, into = member, onlyLists = false): Change {
  return (answer, call) => {
    const { operationId, memory } = call;
    if (operationId === created) return remember(member)(answer, call);
    const { body } = answer as Passing;
    const items = Array.isArray(body?.data) ? body.data : onlyLists ? [] : [body];
    for (const item of items) if (memory.has(item?.id)) item[into] = memory.get(item.id);
    return undefined;
  };
}

/** Mutants that show secrets, or make weak ones. */
export const secrets: Mutant[] = [
  answers('a key is shown again by its read', /^(create|get)ProjectApiKey$/, show('createProjectApiKey', 'value')),
  answers('keys are shown again in the list', /^(create|list)AdminApiKeys?$/, show('createAdminApiKey', 'value')),
  answers(
    'redacted_value is the key',
    /^(create|list)ProjectApiKeys?$/,
    show('createProjectApiKey', 'value', 'redacted_value', true),
  ),
  answers('redacted_value shows half of the key', 'createAdminApiKey', ({ body }) => {
    body.redacted_value = `${body.value.slice(0, Math.ceil(body.value.length / 2))}...`;
  }),
  answers(
    'webhook secrets are shown by reads',
    /^(createProject|getProject)$/,
    show('createProject', 'webhook_secret'),
  ),
  answers(
    'webhook secrets are shown in lists',
    /^(createProject|listProjects)$/,
    show('createProject', 'webhook_secret'),
  ),
  answers('a new webhook secret is shown by its update', 'updateProject', ({ body }, call) => {
    if (call.body?.webhook_secret) body.webhook_secret = call.body.webhook_secret;
  }),
  answers('the mask is another', /^(get|list)Projects?$/, ({ body }) => {
    for (const project of body.data ?? [body]) if (project.webhook_secret) project.webhook_secret = '********';
  }),
  answers('a project without a webhook has a masked secret', 'getProject', set({ webhook_secret: '••••••••' })),
  answers(
    'passwords are echoed in issues',
    'createLogin',
    422,
    issues((issue, { body }) => {
      if (issue.loc[1] === 'password') issue.input = body?.password ?? issue.input;
    }),
  ),
  answers(
    'webhook secrets are echoed in issues',
    /^(create|update)Project$/,
    422,
    issues((issue, { body }) => {
      if (issue.loc[1] === 'webhook_secret') issue.input = body?.webhook_secret ?? issue.input;
    }),
  ),
  answers('the credential is named in the error', /./, 'invalid_api_key', ({ body }, { headers }) => {
    body.error.message = `Incorrect API key provided: ${headers.authorization?.slice(7)}`;
  }),
  answers('the settings are not masked', 'getAdminConfig', ({ body }) => unmask(body)),
  answers('new keys are alike', 'createProjectApiKey', set({ value: `svcproj_${'a'.repeat(48)}` })),
  answers('new keys are short', 'createAdminApiKey', set({ value: (value: string) => value.slice(0, 20) })),
  answers(
    'new keys have another prefix',
    'createProjectApiKey',
    set({ value: (value: string) => value.replace('svcproj_', 'sk-proj-') }),
  ),
  answers('generated webhook secrets are no base64', 'createProject', ({ body }, call) => {
    if (body.webhook_secret && !call.body?.webhook_secret) body.webhook_secret = `whsec_${'-'.repeat(43)}`;
  }),
  requests(
    'a chosen webhook secret is replaced',
    'createProject',
    rewrite({
      webhook_secret: (value) => (typeof value === 'string' && value.length > 8 ? `${value.slice(0, -1)}x` : value),
    }),
  ),
  answers('invitations are listed with their tokens', /Invitation/, ({ body }, { memory }) => {
    const token = /token=([\w-]+)/.exec(body?.link ?? body?.url ?? '')?.[1];
    if (token) memory.set('token', token);
    for (const item of body?.data ?? []) item.token = memory.get('token') ?? item.token;
  }),
];

function unmask(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node))
    if (value === '••••••••') Object.assign(node, { [key]: 'hunter2 hunter2' });
    else unmask(value);
}
