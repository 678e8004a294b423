// Tries an upstream step by step, for an operator who wants to know which step fails.

import { lookup } from 'node:dns/promises';
import { UpstreamFault } from './exchange.ts';
import type { Upstream } from './upstream.ts';

const maxBytes = 8 << 20;

/** Asks an upstream for its models. Returns what fails and what to do about it; undefined: nothing. */
export async function tryUpstream(upstream: Upstream, timeoutMs: number): Promise<string | undefined> {
  const { base_url: baseUrl, models } = upstream.settings;
  const host = new URL(baseUrl).hostname.replace(/^\[(.*)\]$/, '$1');
  const address = await lookup(host).catch(() => undefined);
  if (address === undefined) return `its host ${host} does not resolve. Check base_url and the DNS of this machine`;
  const request = { method: 'GET', path: '/models', headers: ['accept', 'application/json'], body: undefined };
  const exchange = upstream.send(upstream.api, request, timeoutMs);
  const head = await exchange.head;
  if (head instanceof UpstreamFault) return `${baseUrl} ${faults[head.kind]}${causeOf(head)}`;
  const body = await exchange.collect(maxBytes).catch(() => undefined);
  if (body === undefined) exchange.abort();
  const { status } = head;
  if (status === 401 || status === 403) return `${baseUrl}/models answers ${status}. Check its api_key`;
  if (status >= 500) return `${baseUrl}/models answers ${status}. Look at the log of that server`;
  // With configured models the list is not needed, and some servers have none.
  if (models !== null) return undefined;
  if (status !== 200) return `${baseUrl}/models answers ${status}. base_url must end with /v1, or name its models`;
  return isList(body) ? undefined : `${baseUrl}/models answers no list of models. Check base_url, or name its models`;
}

const faults: Record<UpstreamFault['kind'], string> = {
  unreached: 'cannot be connected to. Check that it runs and that a firewall lets this machine through',
  broken: 'closes the connection before it answers. Check its log, and whether base_url needs https',
  timeout: 'does not answer in time. Check that it runs and that a firewall lets this machine through',
  gone: 'was not waited for',
};

function causeOf({ cause }: UpstreamFault): string {
  const { code } = (cause ?? {}) as { code?: string };
  return code === undefined ? '' : ` (${code})`;
}

function isList(body: Buffer | undefined): boolean {
  try {
    return Array.isArray((JSON.parse(String(body)) as { data?: unknown }).data);
  } catch {
    return false;
  }
}
