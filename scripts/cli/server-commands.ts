// `svc server …`: accounts in the server's database, and login to a server.

import { Command, Option } from 'commander';
import type { components } from '../../generated/openapi.ts';
import { plain } from '../text/index.ts';
import { send } from './client.ts';
import { Failure, wrongUsage } from './failure.ts';
import { printJson, printLine, printNote } from './output.ts';
import { readPassword } from './password.ts';
import { forgetLogin, savedDefaults, savedKey, savedLogin, saveLogin, signedOut } from './saved-logins.ts';
import { addressOf, callAsUser, type Globals } from './session.ts';
import { timeText } from './values.ts';

interface Flags extends Globals {
  email: string;
  name?: string;
  password?: string;
  link?: true;
}

interface LoginFlags extends Globals {
  email?: string;
  password?: string;
  device?: true;
  sso?: string | true;
}

/** The commands that use the database and no server. */
export const databaseCommands = ['create-admin', 'password-reset', 'sign-in-link', 'verify', 'reset'];

/** Returns the commands of the noun `server`. */
export function serverCommand(): Command {
  return new Command('server')
    .summary('Sign in and out, create the first admin')
    .description("Creates the first admin and sets passwords on the server's machine; signs in to a server and out.")
    .addCommand(
      account('create-admin', 'Creates an admin in the database that the server is configured to use.')
        .summary('Create an admin in the configured database')
        .option('--name <text>', 'the name that others see')
        .action((_, command: Command) => createAdmin(flagsOf(command))),
    )
    .addCommand(
      account(
        'password-reset',
        "Sets a user's password in the database that the server is configured to use, and ends all sessions of the user.",
      )
        .summary("Set a user's password in the configured database")
        .option('--link', 'prints a link instead, with which the user sets a password that nobody else knows')
        .action((_, command: Command) => resetPassword(flagsOf(command))),
    )
    .addCommand(
      new Command('sign-in-link')
        .summary('Make a link that signs a user in')
        .description(
          'Makes a link in the database that the server is configured to use. It signs a user in to the panel once, also if passwords are off and the identity provider does not answer.',
        )
        .addOption(emailOption().makeOptionMandatory())
        .action((_, command: Command) => makeSignInLink(flagsOf(command))),
    )
    .addCommand(
      new Command('login')
        .summary('Sign in to a server')
        .description('Signs in to a server, and saves the tokens for later commands.')
        .addOption(emailOption())
        .addOption(passwordOption())
        .option('--device', 'shows a code instead, which you approve in the panel, in a browser on any machine')
        .option('--sso [provider]', 'the same, and opens a browser here, at the identity provider if you name one')
        .action((_, command: Command) => login(command.optsWithGlobals<LoginFlags>())),
    )
    .addCommand(
      new Command('logout')
        .summary('Sign out')
        .description('Signs out, and deletes the saved tokens and the key of quick start.')
        .action((_, command: Command) => logout(command.optsWithGlobals<Globals>())),
    );
}

function account(name: string, about: string): Command {
  return new Command(name)
    .description(about)
    .addOption(emailOption().makeOptionMandatory())
    .addOption(passwordOption());
}

function emailOption(): Option {
  return new Option('--email <address>', 'the e-mail address');
}

function passwordOption(): Option {
  const password = 'the password; other users of this machine can see it, so leave it out and the command asks for it';
  return new Option('--password <text>', `${password} (env: SVC_PASSWORD)`);
}

function flagsOf(command: Command): Flags {
  return command.optsWithGlobals<Flags>();
}

async function createAdmin(flags: Flags): Promise<void> {
  onThisMachine(flags);
  const password = await readPassword(flags.password, { twice: true });
  const accounts = await import('./accounts.ts');
  const { user, database } = await accounts.createAdmin({ email: flags.email, name: flags.name ?? null, password });
  const { id, email, name } = user;
  if (flags.json) return printJson({ id, email, name, is_admin: true, database });
  printLine(`created the admin ${plain(email)} (${id})`);
  // The server may have other settings, and then does not know the admin.
  printNote(`written to the ${database.startsWith('/') ? 'embedded' : 'MySQL'} database ${plain(database)}`);
}

async function resetPassword(flags: Flags): Promise<void> {
  onThisMachine(flags);
  if (flags.link) return makeResetLink(flags);
  const password = await readPassword(flags.password, { twice: true });
  const accounts = await import('./accounts.ts');
  const { id, email } = await accounts.resetPassword(flags.email, password);
  if (flags.json) printJson({ id, email });
  else printLine(`set the password of ${plain(email)}, and ended all sessions of the user`);
}

async function makeResetLink(flags: Flags): Promise<void> {
  if (flags.password !== undefined)
    throw wrongUsage('--link and --password cannot be used together: the user chooses the password with the link.');
  const accounts = await import('./accounts.ts');
  const { user, url, expiresAt } = await accounts.makeResetLink(flags.email);
  if (flags.json) printJson({ id: user.id, email: user.email, url, expires_at: expiresAt });
  else
    printLine(
      `anyone who opens this link can set the password of ${plain(user.email)}, once, until ${timeText(expiresAt)}:\n${url}`,
    );
}

/** Throws if the person names a server, because the command changes the local database instead. */
export function onThisMachine({ url, token }: Globals): void {
  if (url === undefined && token === undefined) return;
  throw wrongUsage(
    'This command works on the database of SVC_DATABASE_URL or SVC_DATA_DIR. Leave out --url and --token.',
  );
}

async function makeSignInLink(flags: Flags): Promise<void> {
  onThisMachine(flags);
  const accounts = await import('./accounts.ts');
  const { user, url, expiresAt } = await accounts.makeSignInLink(flags.email);
  if (flags.json) return printJson({ id: user.id, email: user.email, url, expires_at: expiresAt });
  printLine(url);
  printNote(`This link signs ${plain(user.email)} in once, until ${timeText(expiresAt)}.`);
}

async function login(flags: LoginFlags): Promise<void> {
  const { email: typed, password, device, sso } = flags;
  if (flags.token !== undefined) throw wrongUsage('A sign-in makes a token of its own. Leave out --token.');
  const address = addressOf(flags);
  const { email, tokens } =
    device || sso !== undefined ? await byDevice(address, flags) : await byPassword(address, typed, password);
  await saveLogin(address, { ...tokens, email });
  const { access_expires_at, refresh_expires_at } = tokens;
  if (flags.json) printJson({ url: address, email, access_expires_at, refresh_expires_at });
  else printLine(`signed in to ${address} as ${plain(email)}`);
}

interface SignedIn {
  email: string;
  tokens: Tokens;
}

async function byPassword(address: string, email: string | undefined, given: string | undefined): Promise<SignedIn> {
  if (email === undefined)
    throw wrongUsage('Missing --email <address>. To sign in in a browser, add --device or --sso.');
  const password = await readPassword(given, { twice: false });
  const body = { email, password };
  return { email, tokens: (await send(address, { method: 'POST', path: '/auth/login', body }, undefined)) as Tokens };
}

async function byDevice(address: string, { email, password, sso }: LoginFlags): Promise<SignedIn> {
  if (email !== undefined || password !== undefined)
    throw wrongUsage('The panel knows who you are. Leave out --email and --password with --device and --sso.');
  const { approvedTokens } = await import('./device-login.ts');
  const tokens = await approvedTokens(address, sso);
  const me = (await send(address, { method: 'GET', path: '/auth/me' }, tokens.access_token)) as { email: string };
  return { email: me.email, tokens };
}

type Tokens = components['schemas']['LoginTokens'];

async function logout(globals: Globals): Promise<void> {
  const address = addressOf(globals);
  const saved = savedLogin(address);
  if (saved === undefined) throw signedOut(address);
  const key = savedKey(address);
  if (key !== undefined) {
    const path = `/v1/organization/projects/${key.project}/api_keys/${key.id}`;
    const { organization } = savedDefaults(address);
    const headers: Record<string, string> = organization === undefined ? {} : { 'compat-organization': organization };
    await callAsUser(address, { method: 'DELETE', path, headers }, saved.access_token).catch((error: unknown) => {
      // The key is gone already, or the session: then only a key that expires stays.
      if (!(error instanceof Failure)) throw error;
    });
  }
  await callAsUser(
    address,
    { method: 'POST', path: '/auth/logout' },
    (savedLogin(address) ?? saved).access_token,
  ).catch((error: unknown) => {
    // The session has already ended, and the saved login was deleted: this is the result that the person wants.
    if (savedLogin(address) !== undefined) throw error;
  });
  await forgetLogin(address);
  if (globals.json) printJson({ url: address, status: 'ok' });
  else printLine(`signed out of ${address}`);
}
