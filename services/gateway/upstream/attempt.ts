// Tries an upstream step by step, for an operator who wants to know which step fails.

import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { components } from '../../../generated/openapi.ts';
import { outboundReason } from '../../platform/index.ts';
import { listIn } from './discovery.ts';
import { UpstreamFault } from './exchange.ts';
import type { Upstream } from './upstream.ts';

const maxBytes = 8 << 20;

type Step = components['schemas']['UpstreamTestStep'];
type Name = Step['step'];

/** The steps, each of which needs the ones before it. */
const order: Name[] = ['name', 'connection', 'tls', 'credential', 'models'];

/** The first problem of an upstream, with what to do about it. */
interface Problem {
  step: Name;
  message: string;
}

/** Asks an upstream for its models. Returns what fails and what to do about it; undefined: nothing. */
export async function tryUpstream(upstream: Upstream, timeoutMs: number): Promise<string | undefined> {
  const found = await attempt(upstream, timeoutMs);
  return 'step' in found ? found.message : undefined;
}

/** Returns the outcome of each step. Steps after one that failed are skipped. */
export async function testUpstream(upstream: Upstream, timeoutMs: number): Promise<Step[]> {
  const found = await attempt(upstream, timeoutMs);
  const { base_url: baseUrl, api_key: key } = upstream.settings;
  const { protocol, hostname } = new URL(baseUrl);
  const facts: Record<Name, string> = {
    name: isIP(bare(hostname)) === 0 ? `${hostname} resolves` : `${hostname} is an address`,
    connection: 'the server takes connections',
    tls: 'the certificate is valid',
    credential: key === '' ? 'no api_key is set, and the server asks for none' : 'the server takes the api_key',
    models: 'step' in found ? '' : found.models,
  };
  const failedAt = 'step' in found ? order.indexOf(found.step) : order.length;
  return order.map((step, index): Step => {
    if ('step' in found && index === failedAt) return { step, state: 'failed', message: found.message };
    if (index > failedAt) return { step, state: 'skipped', message: 'not tried' };
    if (step === 'tls' && protocol === 'http:') return { step, state: 'skipped', message: 'base_url uses http' };
    return { step, state: 'ok', message: facts[step] };
  });
}

async function attempt(upstream: Upstream, timeoutMs: number): Promise<Problem | { models: string }> {
  const { base_url: baseUrl, models } = upstream.settings;
  const host = bare(new URL(baseUrl).hostname);
  const address = await lookup(host).catch(() => undefined);
  if (address === undefined)
    return { step: 'name', message: `its host ${host} does not resolve. Check base_url and the DNS of this machine` };
  const request = { method: 'GET', path: '/models', headers: ['accept', 'application/json'], body: undefined };
  const exchange = upstream.send(upstream.api, request, { firstByteMs: timeoutMs });
  const head = await exchange.head;
  if (head instanceof UpstreamFault) return faultOf(head, baseUrl);
  const body = await exchange.collect(maxBytes).catch(() => undefined);
  if (body === undefined) exchange.abort();
  const { status } = head;
  const answers = `${baseUrl}/models answers`;
  if (status === 401 || status === 403)
    return { step: 'credential', message: `${answers} ${status}. Check its api_key` };
  if (status >= 500) return { step: 'models', message: `${answers} ${status}. Look at the log of that server` };
  // With configured models the list is not needed, and some servers have none.
  if (models !== null) return { models: `${models.length} models are configured` };
  if (status !== 200)
    return { step: 'models', message: `${answers} ${status}. base_url must end with /v1, or name its models` };
  const count = listIn(body)?.length;
  return count === undefined
    ? { step: 'models', message: `${answers} no list of models. Check base_url, or name its models` }
    : { models: `the server lists ${count} ${count === 1 ? 'model' : 'models'}` };
}

const faults: Record<UpstreamFault['kind'], string> = {
  unreached: 'cannot be connected to. Check that it runs and that a firewall lets this machine through',
  broken: 'closes the connection before it answers. Check its log, and whether base_url needs https',
  timeout: 'does not answer in time. Check that it runs and that a firewall lets this machine through',
  gone: 'did not answer before the check was cancelled',
};

function faultOf({ kind, cause }: UpstreamFault, baseUrl: string): Problem {
  const { code, message = '' } = (cause ?? {}) as { code?: string; message?: string };
  const reason = outboundReason(cause);
  if (reason === 'target_not_allowed')
    return {
      step: 'name',
      message: `${baseUrl} is at an internal address. Allow its network with SVC_UPSTREAM_ALLOWED_CIDRS`,
    };
  if (reason.startsWith('certificate_') || reason === 'tls_failed')
    return { step: 'tls', message: `${baseUrl} has no valid certificate for this machine: ${message || code}` };
  return { step: 'connection', message: `${baseUrl} ${faults[kind]}${code === undefined ? '' : ` (${code})`}` };
}

/** Returns the host without the brackets of an IPv6 address. */
function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
