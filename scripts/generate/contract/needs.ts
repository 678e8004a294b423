// The needs of cases, and the descriptions of fixtures and callers. They are part of the generated data, so that a
// runner in any language knows which cases it can run and which fixtures it must create.

import type { ContractCase, Need, Operation, OperationCases } from '../../document/index.ts';

/** The fixtures by name, with their description and with the need for creating them. */
export const fixtures: Record<string, { about: string; needs?: Need }> = {
  admin_api_keys: { about: 'the id of a key of the caller’s organization, but not of the calling key' },
  api_keys: { about: 'the id of a key of that project, but not of the calling key' },
  assets: { about: 'the version in the script URLs of the page at /panel: /panel/assets/{version}/…' },
  conversations: { about: 'the id of a conversation of the caller’s project' },
  engines: { about: 'the name of a search engine of the server' },
  email: { about: 'the email address of that account', needs: 'account' },
  file: { about: 'main.js' },
  file_batches: { about: 'the id of a batch of that vector store, with one file' },
  files: { about: 'the id of a file of the caller’s project; in the path of a vector store, one that is in the store' },
  groups: { about: 'the id of a group of the caller’s organization, with a role in the project of the path' },
  invitation_token: { about: 'the token of an invitation for the caller', needs: 'mailed-token' },
  invitations: { about: 'the id of an open invitation to the caller’s organization', needs: 'mail' },
  invites: { about: 'the id of an open invitation to the caller’s organization', needs: 'mail' },
  items: { about: 'the id of an item of that conversation' },
  mcp: { about: 'the prefix of an MCP server', needs: 'mcp-server' },
  member_addresses: { about: 'the email address of a member of the caller’s organization' },
  members: { about: 'the id of a user who is a member of the caller’s organization only' },
  md5: { about: 'the MD5 of the only part of the upload, in hexadecimal digits' },
  models: { about: 'the id of a model that the caller’s project may use' },
  organization: { about: 'the id of another organization than the caller’s own, without active projects' },
  own_organization: { about: 'the id of the caller’s organization' },
  parts: { about: 'the id of the only part of that upload, which has all bytes that the upload declares' },
  password: {
    about: 'the password of an account; any text if the case expects a 401 and there is no account',
    needs: 'account',
  },
  projects: { about: 'the id of a project of the caller’s organization, with a webhook' },
  registration_token: { about: 'the token of an invitation for an address without an account', needs: 'mailed-token' },
  roles: { about: 'the id of an own role of the organization or the project, which the user or group of the path has' },
  sessions: { about: 'the id of another session of that account', needs: 'account' },
  sign_in_token: { about: 'the token of a sign-in link', needs: 'approved-sign-in' },
  device_code: { about: 'the device code of a sign-in that a user has approved', needs: 'approved-sign-in' },
  user_code: { about: 'the user code of an open sign-in on a device' },
  setup_token: { about: 'the token of the set-up address', needs: 'empty-server' },
  reset_token: { about: 'the token of a link that resets a password', needs: 'mailed-token' },
  responses: { about: 'the id of a stored response', needs: 'model' },
  reveal: { about: 'the path of a secret setting, such as smtp.password', needs: 'secret' },
  sso: { about: 'the name of an identity provider in the settings', needs: 'identity-provider' },
  unassigned_groups: { about: 'the id of a group of the caller’s organization, without roles' },
  unassigned_roles: { about: 'the id of an own role of the organization or the project, which nobody has' },
  rate_limits: { about: 'the id of a limit of that project, from its list' },
  spend_alerts: { about: 'the id of a spend alert of that project, or of the organization if the path has none' },
  uploads: {
    about: 'the id of an upload that declares 4 bytes; its only part is that of `parts`, with the text `part`',
  },
  users: {
    about:
      'the id of a user who is a member of the caller’s organization, and of the group and the project of the path',
  },
  v1: { about: 'the path of a custom endpoint, without /v1/', needs: 'custom-endpoint' },
  vector_stores: { about: 'the id of a vector store of the caller’s project' },
  webhook_deliveries: { about: 'the id of a delivery of that project, such as the one that its webhook_test returns' },
};

/**
 * The description of each caller's credential, which is sent as `authorization: Bearer …` unless the description says
 * otherwise.
 */
export const callers: Record<string, string> = {
  anyone: 'none',
  refresh_token: 'the refresh token of a session of the account',
  browser_session:
    'the cookie of POST /auth/session for the account, and an Origin header with the server’s public URL',
  project_key: 'an API key of a project',
  organization_key: 'an API key of an organization',
  owner:
    'the access token of an owner of an organization: of the account if the path begins with /auth/, otherwise of any owner, such as an admin',
  admin: 'the access token of an admin',
};

/** Operations that send an email if they succeed. */
const mailing = new Set(['createInvitation', 'createInvite', 'createPasswordReset']);

/** Returns the needs of a case, sorted by name. */
export function needsOf(
  { operationId, method, path, caller, fixtures: inPath }: Omit<OperationCases, 'cases'>,
  operation: Operation,
  { id, rule, request, expect }: Pick<ContractCase, 'id' | 'rule' | 'request' | 'expect'>,
): Need[] {
  const succeeds = expect.status < 300;
  const found = new Set<Need>();
  for (const name of usedFixtures(inPath, request, expect)) {
    const need = fixtures[name]?.needs;
    // Repeated wrong passwords lock the account for some minutes.
    if (need === 'account' && expect.status === 401) found.add('new-account');
    else if (need !== undefined) found.add(need);
    // The operation changes or removes this member, who therefore must not be the admin of the run.
    if (name === 'users' && inPath.user_id === name && method !== 'GET')
      found.add(path.startsWith('/admin/') ? 'new-account' : 'account');
  }
  const isOwnAccount = path.startsWith('/auth/') && ['owner', 'refresh_token', 'browser_session'].includes(caller);
  if (isOwnAccount && request.credential !== null && request.method === undefined)
    found.add(succeeds && path.startsWith('/auth/me') && method === 'POST' ? 'new-account' : 'account');
  // Without a custom endpoint the path does not exist, so the case cannot run even if it expects an error.
  if (operation['x-passes-on'] === 'endpoint') found.add('custom-endpoint');
  // Some refusals come after the model was found: of an unknown response, or of a ranker.
  const reachesModel = succeeds || (id.includes('/accepted/') && expect.code !== 'model_not_found');
  if (reachesModel && operation['x-body-limit'] === 'inference' && '502' in operation.responses) found.add('model');
  if (succeeds && (request.body as { rewrite_query?: unknown } | null)?.rewrite_query === true)
    found.add('rewriting-model');
  if (succeeds && mailing.has(operationId)) found.add('mail');
  if (succeeds && operationId === 'createUser') found.add('users');
  if (succeeds && operationId === 'announceFineTuningWorker') found.add('workers');
  if (succeeds && operationId === 'updateAdminConfig' && JSON.stringify(request.body) !== '{}') found.add('settings');
  if (operationId === 'getSignInCallback' && expect.status === 303) found.add('provider-answer');
  if (succeeds && operationId === 'endProviderLogins') found.add('provider-answer');
  if (expect.code === 'invalid_login') found.add('failed-logins');
  if (operation['x-access']?.local !== undefined) found.add('usual-metrics-address');
  if (rule === 'size') found.add('usual-body-limit');
  else if (expect.status === 413) found.add('usual-upload-limit');
  if (JSON.stringify(expect.detail ?? null).includes('webhooks go to the public internet only'))
    found.add('public-webhooks');
  return [...found].sort();
}

/** Returns the fixtures that the server looks up. A request with an invalid form is refused before any lookup. */
function usedFixtures(
  inPath: Record<string, string>,
  { path: given = {}, body }: ContractCase['request'],
  { status, code }: ContractCase['expect'],
): Set<string> {
  if ([405, 413, 415, 422].includes(status) || ['malformed_request', 'missing_api_key'].includes(code ?? ''))
    return new Set();
  const fromPath = Object.entries(inPath).flatMap(([name, fixture]) => (given[name] === undefined ? [fixture] : []));
  const named = [...JSON.stringify(body ?? null).matchAll(/"\$fixture":"(\w+)"/g)].map(([, name = '']) => name);
  return new Set([...fromPath, ...named]);
}
