// `svc contract …`: the contract kit, with the address and the sign-in of svc. `svc-contract` is the same without svc.

import { Command, Option } from 'commander';
import {
  cleanCommand,
  cleanOptions,
  createProgress,
  type Host,
  KitFailure,
  type KitOption,
  keyOptions,
  keysFrom,
  runCommand,
  runFlagsOf,
  runNotes,
  runOptions,
} from '../contract/index.ts';
import { unreachable } from './client.ts';
import { Failure } from './failure.ts';
import { readPassword } from './password.ts';
import { addressOf, type Globals, lastingToken } from './session.ts';

/** Returns the commands of the noun `contract`. */
export function contractCommand(): Command {
  const run = new Command('run')
    .summary('Run the contract tests')
    .description(
      'Sends every request of generated/contract-cases.json to a server as an admin, and checks the responses. It also checks that keys of another organization or project have no access. The run creates its own organizations and deletes them at the end. With keys instead of an admin, it runs the tests that the keys allow.',
    )
    .addHelpText('after', `\n${runNotes}`)
    .action((_, command: Command) =>
      execute(command, [...keyOptions, ...runOptions], (host, raw) => runCommand(host, runFlagsOf(raw))),
    );
  const clean = new Command('clean')
    .summary('Delete the test data of interrupted runs')
    .description('Deletes the test data that interrupted contract runs have left on a server.')
    .action((_, command: Command) => execute(command, [...keyOptions, ...cleanOptions], cleanCommand));
  for (const option of [...keyOptions, ...runOptions]) run.addOption(optionOf(option));
  for (const option of [...keyOptions, ...cleanOptions]) clean.addOption(optionOf(option));
  return new Command('contract')
    .summary('Run the API contract tests against a server')
    .description('Runs the API contract tests against a server.')
    .addCommand(run)
    .addCommand(clean);
}

function optionOf({ name, value, about, isRepeatable, usual }: KitOption): Option {
  const option = new Option(value === undefined ? `--${name}` : `--${name} <${value}>`, about);
  if (usual !== undefined) option.default(usual);
  if (isRepeatable) option.argParser((one: string, before: string[] | undefined) => [...(before ?? []), one]);
  return option;
}

/** Runs a command of the kit with the options by their own names. */
async function execute(
  command: Command,
  options: KitOption[],
  work: (host: Host, raw: Record<string, unknown>) => Promise<void>,
): Promise<void> {
  const flags = command.optsWithGlobals<Globals & Record<string, unknown>>();
  const raw = Object.fromEntries(
    options.map(({ name }) => [name, flags[name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())]]),
  );
  try {
    await work(hostOf(flags, raw), { ...raw, json: flags.json });
  } catch (error) {
    if (error instanceof KitFailure) throw new Failure(error.message, { exitCode: error.exitCode, cause: error.cause });
    throw error;
  }
}

function hostOf(flags: Globals, raw: Record<string, unknown>): Host {
  return {
    program: 'svc',
    url: () => addressOf(flags),
    credentials: async (seconds) =>
      (flags.token === undefined ? keysFrom(raw) : undefined) ?? { adminToken: await lastingToken(flags, seconds) },
    password: () => readPassword(undefined, { twice: false }),
    parse: async (text) => (await import('yaml')).parse(text),
    unreachable: (address, error) => unreachable(address, error).message,
    signIn: 'sign in as an admin with "svc server login", or use --token',
    progress: createProgress(),
  };
}
