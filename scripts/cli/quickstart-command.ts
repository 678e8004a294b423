// `svc quickstart`: makes what is missing between a running server and a first answer: an admin, a sign-in, an
// organization, a project and a key. It may run again: it makes nothing twice.

import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import type { components } from '../../generated/openapi.ts';
import { svcCommand } from '../command/index.ts';
import { plain } from '../text/index.ts';
import { ApiError, send } from './client.ts';
import { demoStore } from './demo-store.ts';
import { Failure, wrongUsage } from './failure.ts';
import { printJson, printLine, printNote } from './output.ts';
import { readPassword } from './password.ts';
import {
  type SavedKey,
  saveDefaults,
  savedDefaults,
  savedKey,
  savedLogin,
  saveKey,
  saveLogin,
} from './saved-logins.ts';
import { addressOf, call, type Globals } from './session.ts';

type Account = components['schemas']['Account'];
type Named = { id: string; name: string };

interface Flags extends Globals {
  email?: string;
  keep?: true;
  demo?: true;
}

const lifetimeSeconds = 90 * 86_400;

/** Returns the command `svc quickstart`. */
export function quickstartCommand(): Command {
  return new Command('quickstart')
    .summary('Make all that a first answer needs')
    .description(
      "On a server's machine, beside the running server: makes what is missing of an admin, an organization, a project and a key, signs in, and prints three commands to go on with. Asks for the e-mail address and the password; the password comes from SVC_PASSWORD too. Run again, it makes nothing twice.",
    )
    .option('--email <address>', 'the e-mail address of the admin')
    .option('--keep', 'makes a key that does not expire (default: after 90 days)')
    .option('--demo', 'adds a vector store with three documents about svc, to search at once')
    .action((_, command: Command) => quickstart(command.optsWithGlobals<Flags>()));
}

async function quickstart({ organization: _, project: __, ...given }: Flags): Promise<void> {
  if (given.token !== undefined) throw wrongUsage('Quick start signs in by itself. Leave out --token.');
  const flags = { ...given, ...ownAddress(given) };
  const address = addressOf(flags);
  // Makes nothing if no server runs: this fails with a line that says how to start one.
  await send(address, { method: 'GET', path: '/healthz' }, undefined);
  const created: string[] = [];
  const account = (await signedIn(address, flags)) ?? (await signIn(address, flags, created));
  const organization = await organizationFor(flags, account, created);
  const headers = { 'compat-organization': organization.id };
  const project = await projectFor(flags, headers, created);
  await saveDefaults(address, { organization: organization.id, project: project.id });
  const key = await keyFor(flags, headers, project.id, created);
  const store =
    flags.demo === true ? await demoStore(flags, { ...headers, 'compat-project': project.id }, created) : null;
  const commands = nextCommands(address, key.value, store);
  if (flags.json)
    return printJson({
      url: address,
      panel_url: `${address}/panel`,
      admin: { email: account.email },
      organization: { id: organization.id, name: organization.name },
      project: { id: project.id, name: project.name },
      api_key: { id: key.id, value: key.value },
      vector_store: store,
      created,
      commands,
    });
  const made = created.length === 0 ? 'Nothing was missing.' : `Created: ${created.join(', ')}.`;
  printNote(
    `${made} Signed in as ${plain(account.email)}; commands use the project ${plain(project.name)}. Go on with:`,
  );
  for (const command of commands) printLine(command);
}

/** Returns the address of the server with the settings of this command, unless another is named or it has the default one. */
function ownAddress({ url }: Flags): { url?: string } {
  const { SVC_URL: named, SVC_HOST: host = '', SVC_PORT: port = '' } = process.env;
  if (url || named || (host === '' && port === '')) return {};
  const isEverywhere = ['', '0.0.0.0', '::'].includes(host);
  const name = isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return { url: `http://${name}:${port || 8080}` };
}

/** Returns the account of the saved sign-in; undefined if there is none, or if the server does not know it any more. */
async function signedIn(address: string, flags: Flags): Promise<Account | undefined> {
  const saved = savedLogin(address);
  if (saved === undefined) return undefined;
  const account = await me(flags).catch((error: unknown) => {
    // A session that has ended, or that another database had at this address, is forgotten.
    if (savedLogin(address) === undefined) return undefined;
    throw error;
  });
  if (account !== undefined && flags.email !== undefined && flags.email !== saved.email)
    throw new Failure(`You are signed in as ${plain(saved.email)}. Sign out with "svc server logout" first.`);
  return account;
}

async function me(flags: Flags): Promise<Account> {
  return (await call(flags, { method: 'GET', path: '/auth/me' })) as Account;
}

/** Signs in, and returns the account. Makes an admin on a server without an account. */
async function signIn(address: string, flags: Flags, created: string[]): Promise<Account> {
  const accounts = await import('./accounts.ts');
  const isFirst = !(await accounts.hasAccounts());
  const email = flags.email ?? (await askEmail());
  const password = await readPassword(undefined, { twice: isFirst });
  if (isFirst) {
    await accounts.createAdmin({ email, name: null, password });
    created.push('admin');
  }
  const body = { email, password };
  const tokens = await send(address, { method: 'POST', path: '/auth/login', body }, undefined).catch(
    (error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      throw new Failure(
        isFirst
          ? `The server at ${address} does not know the new admin: it has another database. Run this command with the settings of the server.`
          : `${error.message} The server has accounts already, so quick start makes no other admin.`,
        { cause: error },
      );
    },
  );
  await saveLogin(address, { ...(tokens as components['schemas']['LoginTokens']), email });
  return me(flags);
}

async function askEmail(): Promise<string> {
  if (!process.stdin.isTTY) throw wrongUsage('Missing --email <address>: the address of the admin.');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question('E-mail address: ')).trim();
  } finally {
    lines.close();
  }
}

/** Returns the saved organization, else the account's default one, else a new one. */
async function organizationFor(flags: Flags, account: Account, created: string[]): Promise<Named> {
  const { organizations, default_organization_id: usual } = account;
  const saved = savedDefaults(addressOf(flags)).organization;
  const found = [saved, usual].map((id) => organizations.find((one) => one.id === id)).find((one) => one !== undefined);
  const own = found ?? organizations[0];
  if (own !== undefined) return own;
  if (!account.is_admin) throw new Failure('You belong to no organization. Ask an owner for an invitation.');
  const body = { name: 'My organization' };
  created.push('organization');
  const answer = await call(flags, { method: 'POST', path: '/admin/organization/', body });
  return (answer as { organization: Named }).organization;
}

/** Returns the saved project, else the organization's first active one, else a new one. */
async function projectFor(flags: Flags, headers: Record<string, string>, created: string[]): Promise<Named> {
  const path = '/v1/organization/projects';
  const saved = savedDefaults(addressOf(flags)).project;
  if (saved !== undefined) {
    const project = await ifThere(
      call(flags, { method: 'GET', path: `${path}/${encodeURIComponent(saved)}`, headers }),
    );
    if (project !== undefined && (project as { status: string }).status === 'active') return project as Named;
  }
  const query = { limit: '1', order: 'asc' };
  const { data } = (await call(flags, { method: 'GET', path, query, headers })) as { data: Named[] };
  if (data[0] !== undefined) return data[0];
  created.push('project');
  return (await call(flags, { method: 'POST', path, headers, body: { name: 'My project' } })) as Named;
}

/** Returns the saved key of the project if it still works, else a new one. */
async function keyFor(
  flags: Flags,
  headers: Record<string, string>,
  project: string,
  created: string[],
): Promise<SavedKey> {
  const path = `/v1/organization/projects/${project}/api_keys`;
  const saved = savedKey(addressOf(flags));
  if (saved?.project === project) {
    const key = (await ifThere(call(flags, { method: 'GET', path: `${path}/${saved.id}`, headers }))) as
      | { expires_at: number | null }
      | undefined;
    if (key !== undefined && (key.expires_at ?? Number.POSITIVE_INFINITY) > Date.now() / 1000) return saved;
  }
  const body = { name: 'quickstart', ...(flags.keep === true ? {} : { expires_in_seconds: lifetimeSeconds }) };
  const { id, value } = (await call(flags, { method: 'POST', path, headers, body })) as SavedKey;
  const key = { id, value, project };
  await saveKey(addressOf(flags), key);
  created.push('key');
  return key;
}

/** Returns the answer; undefined if the thing does not exist, or not for this person. */
async function ifThere(answer: Promise<unknown>): Promise<unknown> {
  return answer.catch((error: unknown) => {
    if (error instanceof ApiError && [403, 404].includes(error.status)) return undefined;
    throw error;
  });
}

function nextCommands(address: string, key: string, store: Named | null): string[] {
  const svc = isOnPath('svc') ? 'svc' : svcCommand;
  const search = `${svc} vector-store search`;
  // The README of this clone or package: a file that is there.
  const readme = existsSync('README.md') ? 'README.md' : join(import.meta.dirname, '../../README.md');
  return [
    `curl -sS ${address}/v1/vector_stores -H 'authorization: Bearer ${key}'`,
    store === null
      ? `${svc} vector-store add Handbook ${readme} && ${search} Handbook 'How do I start?'`
      : `${search} '${store.name}' 'How do I make a backup?'`,
    `${address}/panel`,
  ];
}

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return folder !== '';
    } catch {
      return false;
    }
  });
}
