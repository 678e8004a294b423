import type { Mutant, Passing } from './proxy.ts';
import { issues, rewrite, set } from './verbs.ts';

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
  {
    name: 'a key is shown again by its read',
    on: /^(create|get)ProjectApiKey$/,
    answer: show('createProjectApiKey', 'value'),
  },
  {
    name: 'keys are shown again in the list',
    on: /^(create|list)AdminApiKeys?$/,
    answer: show('createAdminApiKey', 'value'),
  },
  {
    name: 'redacted_value is the key',
    on: /^(create|list)ProjectApiKeys?$/,
    answer: show('createProjectApiKey', 'value', 'redacted_value', true),
  },
  {
    name: 'redacted_value shows half of the key',
    on: 'createAdminApiKey',
    answer: ({ body }) => {
      body.redacted_value = `${body.value.slice(0, Math.ceil(body.value.length / 2))}...`;
    },
  },
  {
    name: 'webhook secrets are shown by reads',
    on: /^(createProject|getProject)$/,
    answer: show('createProject', 'webhook_secret'),
  },
  {
    name: 'webhook secrets are shown in lists',
    on: /^(createProject|listProjects)$/,
    answer: show('createProject', 'webhook_secret'),
  },
  {
    name: 'a new webhook secret is shown by its update',
    on: 'updateProject',
    answer: ({ body }, call) => {
      if (call.body?.webhook_secret) body.webhook_secret = call.body.webhook_secret;
    },
  },
  {
    name: 'the mask is another',
    on: /^(get|list)Projects?$/,
    answer: ({ body }) => {
      for (const project of body.data ?? [body]) if (project.webhook_secret) project.webhook_secret = '********';
    },
  },
  {
    name: 'a project without a webhook has a masked secret',
    on: 'getProject',
    answer: set({ webhook_secret: '••••••••' }),
  },
  {
    name: 'passwords are echoed in issues',
    on: 'createLogin',
    when: 422,
    answer: issues((issue, { body }) => {
      if (issue.loc[1] === 'password') issue.input = body?.password ?? issue.input;
    }),
  },
  {
    name: 'webhook secrets are echoed in issues',
    on: /^(create|update)Project$/,
    when: 422,
    answer: issues((issue, { body }) => {
      if (issue.loc[1] === 'webhook_secret') issue.input = body?.webhook_secret ?? issue.input;
    }),
  },
  {
    name: 'the credential is named in the error',
    on: /./,
    when: 'invalid_api_key',
    answer: ({ body }, { headers }) => {
      body.error.message = `Incorrect API key provided: ${headers.authorization?.slice(7)}`;
    },
  },
  { name: 'the settings are not masked', on: 'getAdminConfig', answer: ({ body }) => unmask(body) },
  {
    name: 'new keys are alike',
    on: 'createProjectApiKey',
    answer: set({ value: `svcproj_${'a'.repeat(48)}` }),
  },
  {
    name: 'new keys are short',
    on: 'createAdminApiKey',
    answer: set({ value: (value: string) => value.slice(0, 20) }),
  },
  {
    name: 'new keys have another prefix',
    on: 'createProjectApiKey',
    answer: set({ value: (value: string) => value.replace('svcproj_', 'sk-proj-') }),
  },
  {
    name: 'generated webhook secrets are no base64',
    on: 'createProject',
    answer: ({ body }, call) => {
      if (body.webhook_secret && !call.body?.webhook_secret) body.webhook_secret = `whsec_${'-'.repeat(43)}`;
    },
  },
  {
    name: 'a chosen webhook secret is replaced',
    on: 'createProject',
    request: rewrite({
      webhook_secret: (value) => (typeof value === 'string' && value.length > 8 ? `${value.slice(0, -1)}x` : value),
    }),
  },
  {
    name: 'invitations are listed with their tokens',
    on: /Invitation/,
    answer: ({ body }, { memory }) => {
      const token = /token=([\w-]+)/.exec(body?.link ?? body?.url ?? '')?.[1];
      if (token) memory.set('token', token);
      for (const item of body?.data ?? []) item.token = memory.get('token') ?? item.token;
    },
  },
];

function unmask(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node))
    if (value === '••••••••') Object.assign(node, { [key]: 'hunter2 hunter2' });
    else unmask(value);
}
