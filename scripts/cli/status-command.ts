// `svc status`: what the command line talks to, as whom, and whether the server keeps up, in ten lines.

import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import type { components } from '../../generated/openapi.ts';
import { ApiError } from './client.ts';
import { printJson, printRecord } from './output.ts';
import { addressOf, call, download, type Globals } from './session.ts';

type Account = components['schemas']['Account'];
type Readiness = components['schemas']['Readiness'];

/** Returns the command `svc status`. */
export function statusCommand(): Command {
  return new Command('status')
    .summary('Show the server, who you are and what you work on')
    .description(
      'Shows the server, its version and state, who you are, the organization and project, workers and backlog.',
    )
    .action((_, command: Command) => status(command.optsWithGlobals<Globals>()));
}

async function status(globals: Globals): Promise<void> {
  const get = async <Answer>(path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    (await call(globals, { method: 'GET', path, headers })) as Answer;
  const { info } = await get<{ info: { version: string } }>('/openapi.json');
  const ready = await get<Readiness>('/readyz').catch(ifRefused(503));
  // Keys have no account, and only admins see the metrics.
  const account = await get<Account>('/auth/me').catch(ifRefused(403));
  const organization = globals.organization ?? account?.default_organization_id ?? undefined;
  const headers: Record<string, string> = organization === undefined ? {} : { 'compat-organization': organization };
  const workers = await get<{ data: { status: string }[] }>('/v1/fine_tuning/workers?limit=100', headers);
  const backlog = await backlogOf(globals);
  const shown = {
    server: addressOf(globals),
    version: info.version,
    state: ready?.status ?? 'unavailable',
    database: ready?.checks.database ?? null,
    broker: ready?.checks.broker ?? null,
    account: account === undefined ? null : `${account.email}${account.is_admin ? ' (admin)' : ''}`,
    organization: organization ?? null,
    project: globals.project ?? null,
    fine_tuning_workers: workers.data.filter((worker) => worker.status === 'online').length,
    backlog_seconds: backlog ?? null,
  };
  if (globals.json) printJson(shown);
  else printRecord(shown, { schema: {}, emptyMeans: {} });
}

/** Returns how long the longest due job has waited, in seconds; undefined if the caller may not see the metrics. */
async function backlogOf(globals: Globals): Promise<number | undefined> {
  const stream = await download(globals, { method: 'GET', path: '/metrics' }).catch(ifRefused(403));
  if (stream === undefined) return undefined;
  const ages = (await text(stream)).matchAll(/^svc_queue_backlog_age_seconds\{[^}]*\} (\S+)$/gm);
  return Math.max(0, ...[...ages].map(([, seconds]) => Number(seconds)));
}

/** Returns a handler that replaces an answer with this status by undefined. */
function ifRefused(status: number): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof ApiError && error.status === status) return undefined;
    throw error;
  };
}
