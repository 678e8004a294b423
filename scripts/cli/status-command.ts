// `svc status`: shows the server, the account, the organization, the project and the backlog in ten lines.

import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import type { components } from '../../generated/openapi.ts';
import { ApiError } from './client.ts';
import { idOf } from './file-transfer.ts';
import { printJson, printRecord } from './output.ts';
import { addressOf, call, download, type Globals } from './session.ts';
import { countText, durationText } from './values.ts';

type Account = components['schemas']['Account'];
type Readiness = components['schemas']['Readiness'];

/** The members that --json prints. */
interface Shown {
  server: string;
  version: string;
  state: string;
  database: string | null;
  broker: string | null;
  account: string | null;
  organization: string | null;
  project: string | null;
  fine_tuning_workers: number;
  backlog_seconds: number | null;
}

/** Returns the command `svc status`. */
export function statusCommand(): Command {
  return new Command('status')
    .summary('Show the server, your account and the chosen project')
    .description(
      'Shows the server with its version and state, your account, the organization and project of later commands, the online workers, and the age of the longest waiting job.',
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
  const shown: Shown = {
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
  else {
    const names = {
      organization: account?.organizations.find(({ id }) => id === organization)?.name,
      project: await projectName(globals, headers),
    };
    await printRecord(linesOf(shown, names), { schema: {}, emptyMeans: {} });
  }
}

/** Returns the lines for a person. A missing value comes with the command that sets it. */
function linesOf(
  shown: Shown,
  names: { organization: string | undefined; project: string | undefined },
): Record<string, string> {
  const {
    broker,
    database,
    account,
    organization,
    project,
    fine_tuning_workers: workers,
    backlog_seconds: backlog,
  } = shown;
  const named = (id: string, name: string | undefined): string => (name === undefined ? id : `${name} (${id})`);
  return {
    server: shown.server,
    version: shown.version,
    state: shown.state,
    database: database ?? 'unknown',
    broker: broker ?? 'not used',
    account: account ?? 'none: an API key is used',
    organization: organization ? named(organization, names.organization) : 'none: "svc use --organization ID" sets one',
    project: project ? named(project, names.project) : 'none: "svc use --project ID" sets one',
    workers: `${countText(workers)} online, for fine-tuning`,
    backlog: backlog === null ? 'unknown: only admins see it' : durationText(Math.round(backlog)),
  };
}

/** Returns the name of the chosen project; undefined if there is none that the caller can see. */
async function projectName(globals: Globals, headers: Record<string, string>): Promise<string | undefined> {
  if (!globals.project) return undefined;
  const path = `/v1/organization/projects/${idOf(globals.project, 'project')}`;
  const project = (await call(globals, { method: 'GET', path, headers }).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  })) as { name: string } | undefined;
  return project?.name;
}

/** Returns the age of the longest waiting job in seconds; undefined if the caller may not see the metrics. */
async function backlogOf(globals: Globals): Promise<number | undefined> {
  const stream = await download(globals, { method: 'GET', path: '/metrics' }).catch(ifRefused(403));
  if (stream === undefined) return undefined;
  const ages = (await text(stream)).matchAll(/^svc_queue_backlog_age_seconds\{[^}]*\} (\S+)$/gm);
  return Math.max(0, ...[...ages].map(([, seconds]) => Number(seconds)));
}

/** Returns an error handler that replaces an error of this status by undefined. */
function ifRefused(status: number): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof ApiError && error.status === status) return undefined;
    throw error;
  };
}
