// Tests streams whose caller loses access during the stream.

import t from 'tap';
import { LoginToken } from '../../models/login.ts';
import { digestOf } from '../../services/tenancy/tokens.ts';
import { holdBound } from '../harness/clock.ts';
import { question, startInference } from '../harness/inference.ts';
import { until } from '../harness/process.ts';
import { startUpstream } from '../harness/upstream.ts';
import { createProject } from '../harness/world.ts';

const upstream = await startUpstream(t);
const { app, admin, ...tenant } = await startInference(t, [upstream.settings()]);
const { organizationKey, owner, member, project, sibling } = tenant;
const ask = (method: string, path: string, token: string) => app.request(method, path, { token });

interface Stream {
  text: Promise<string>;
  /** Resolves with the time when the upstream's connection was closed. */
  left: Promise<number>;
  isOver: boolean;
  leave(): void;
}

/** Begins an endless stream. */
async function begin(token: string, projectId: string): Promise<Stream> {
  upstream.next(({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"choices":[]}\n\n');
  });
  const controller = new AbortController();
  const response = await fetch(`${app.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'compat-project': projectId },
    body: JSON.stringify(question({ stream: true })),
    signal: controller.signal,
  });
  if (response.status !== 200) throw new Error(await response.text());
  const seen = upstream.seen.findLast(({ path }) => path === '/v1/chat/completions');
  if (seen === undefined) throw new Error('It did not reach the upstream');
  const text = response.text();
  const stream = { text, left: seen.aborted, isOver: false, leave: () => controller.abort() };
  const over = (): void => {
    stream.isOver = true;
  };
  text.then(over, over);
  return stream;
}

/** Returns the credentials that the server has checked since the call. */
function credentialsAsked(): Set<string> {
  const { access } = app.app.services;
  const asked = new Set<string>();
  const { principal } = access;
  access.principal = (credential, address) => {
    asked.add(credential);
    return principal.call(access, credential, address);
  };
  return asked;
}

t.test('a stream ends soon after its caller loses access, and other streams continue', async (t) => {
  const archived = await createProject(app, organizationKey);
  const revoked = {
    'of a key that is deleted': await begin(sibling.key, sibling.id),
    'of a project that is archived': await begin(owner.token, archived.id),
    'of a project that is archived, by its key': await begin(archived.key, archived.id),
    'of a member who is removed': await begin(member.token, project.id),
  };
  const others = {
    'of the project’s own key': await begin(project.key, project.id),
    'of the organization’s key': await begin(organizationKey, project.id),
    'of a token that expires meanwhile': await begin(owner.token, project.id),
  };
  const base = '/v1/organization';
  const asked = credentialsAsked();
  const began = performance.now();
  const done = [
    await ask('DELETE', `${base}/projects/${sibling.id}/api_keys/${sibling.keyId}`, organizationKey),
    await ask('POST', `${base}/projects/${archived.id}/archive`, organizationKey),
    await ask('DELETE', `${base}/users/${member.id}`, organizationKey),
  ];
  t.same(
    done.map(({ status }) => status),
    [200, 200, 200],
  );
  await LoginToken.update({ expiresAt: 1 }, { where: { digest: digestOf(owner.token) } });
  t.equal((await ask('GET', `${base}/projects`, owner.token)).body.error.code, 'token_expired');
  asked.clear();
  for (const [what, { text, left }] of Object.entries(revoked)) {
    t.match(await text, /^data: \{"choices":\[\]\}\n\ndata: \{"error":\{.*"code":"invalid_api_key"\}\}\n\n$/, what);
    await left;
    holdBound(t, `ms until the end of a stream ${what}`, performance.now() - began, 40_000);
  }
  await until(() => [project.key, organizationKey, owner.token].every((token) => asked.has(token)) || undefined);
  for (const [what, stream] of Object.entries(others)) {
    t.notOk(stream.isOver, what);
    stream.leave();
    await t.rejects(stream.text);
  }
});
