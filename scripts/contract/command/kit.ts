// The command line of `svc-contract`: parses the arguments, and runs one command.

import { parseArgs } from 'node:util';
import { createProgress } from '../report/progress.ts';
import { addressOf, unreachable } from './address.ts';
import { cleanCommand, cleanOptions } from './clean.ts';
import { coverageNotes, coverageOptions } from './coverage-options.ts';
import { credentialOptions, credentialsFrom } from './credential-flags.ts';
import { documentOptions } from './document.ts';
import { cannot, KitFailure } from './failure.ts';
import type { Host } from './host.ts';
import { type KitOption, type RawFlags, runFlagsOf, runNotes, runOptions, webhookOptions } from './options.ts';
import { parseWaivers } from './parse-waivers.ts';
import { sdkNotes, sdkOptions } from './sdk-options.ts';

interface KitCommand {
  /** The arguments, as the help shows them. */
  takes: string[];
  about: string;
  options: KitOption[];
  notes?: string;
  /** What the command runs, after `--`, as the help shows it. */
  runs?: string;
  run(args: string[], flags: RawFlags): Promise<void>;
}

const jsonOption: KitOption = { name: 'json', about: 'prints the result as JSON' };
const insecureOption: KitOption = {
  name: 'insecure',
  about: 'allows to send a credential over plain HTTP to another machine',
};

const commands: Record<string, KitCommand> = {
  run: {
    takes: ['URL'],
    about:
      "Sends the requests of every operation to the server, and checks the responses. It also checks that keys of another organization or project have no access. With an admin's token, the run creates its own organizations and deletes them at the end. With keys alone, it runs the tests that the keys allow, and lists the tests that it skipped.",
    options: [...credentialOptions, ...runOptions, jsonOption, insecureOption],
    notes: runNotes,
    run: async ([url], flags) => {
      const { runCommand } = await import('./run.ts');
      await runCommand(hostOf(url, flags), runFlagsOf(flags));
    },
  },
  clean: {
    takes: ['URL'],
    about:
      'Deletes the test data that interrupted runs have left on the server, found by its names. Each run also does so at its beginning.',
    options: [...credentialOptions, ...cleanOptions, jsonOption, insecureOption],
    run: ([url], flags) => cleanCommand(hostOf(url, flags), flags),
  },
  diff: {
    takes: ['OLD', 'NEW'],
    about:
      'Lists the changes between two OpenAPI documents, files in JSON, that break clients. Exit code 1 if there are any. Other changes that clients may notice, such as a default, are notes.',
    options: [
      { name: 'strict', about: 'exit code 1 for notes too' },
      { name: 'github', about: 'prints the changes as annotations of a GitHub workflow' },
      jsonOption,
    ],
    run: async ([before = '', after = ''], flags) => (await import('./diff.ts')).diffCommand(before, after, flags),
  },
  document: {
    takes: [],
    about: 'Prints the OpenAPI document of this version, for generators of clients and for gateways.',
    options: documentOptions,
    run: async (_, flags) => (await import('./document.ts')).documentCommand(flags),
  },
  sdk: {
    takes: ['LANGUAGE'],
    about:
      'Makes a client of a language with the generator that this version is tested with: generates it, compiles it if the machine can, and writes a README with the first calls.',
    options: [...sdkOptions, jsonOption],
    notes: sdkNotes,
    run: async ([language = ''], flags) => (await import('./sdk.ts')).sdkCommand(language, flags),
  },
  coverage: {
    takes: [],
    runs: 'COMMAND',
    about:
      "Runs a proxy between your client's tests and a server. Reports which operations and statuses the tests covered, and which calls and responses the document does not describe.",
    options: coverageOptions,
    notes: coverageNotes,
    run: async (words, flags) => (await import('./coverage.ts')).coverageCommand(words, flags),
  },
  webhook: {
    takes: ['URL'],
    about:
      'Sends events to your webhook receiver: valid, badly signed, old, tampered, repeated and out of order. Checks that the receiver accepts valid events with a 2xx, also repeated ones and ones out of order, and refuses the others with a 4xx.',
    options: webhookOptions,
    run: async ([url = ''], flags) => (await import('./webhook.ts')).webhookCommand(url, flags),
  },
};

/** Runs the command. Throws a KitFailure for wrong usage, and with the exit code of the command. */
export async function runKit(name: string, args: string[]): Promise<void> {
  const command = commands[name];
  if (command === undefined) throw cannot(`There is no command '${name}'. svc-contract --help lists the commands.`);
  const end = command.runs !== undefined && args.includes('--') ? args.indexOf('--') : args.length;
  const own = args.slice(0, end);
  if (own.includes('--help')) {
    console.log(helpOf(name, command));
    return;
  }
  const { values, positionals } = parsed(name, own, command.options);
  const isAddressNeeded = values.list !== true;
  if (positionals.length > command.takes.length || (isAddressNeeded && positionals.length < command.takes.length))
    throw cannot(`Use: ${usageOf(name, command)}`);
  await command.run([...positionals, ...args.slice(end + 1)], values);
}

/** Returns the list of commands. */
export function helpText(): string {
  const lines = Object.entries(commands).flatMap(([name, command]) => [
    `  ${usageOf(name, command)}`,
    ...wrapped(command.about, '      '),
  ]);
  return [
    'svc-contract: tests over HTTP whether a server keeps the contract of the svc API.',
    '',
    'Commands:',
    ...lines,
    '',
    'svc-contract COMMAND --help lists the options of a command.',
  ].join('\n');
}

function helpOf(name: string, command: KitCommand): string {
  const options = command.options.flatMap(({ name: option, value, about, usual }) => [
    `  --${option}${value === undefined ? '' : ` <${value}>`}`,
    ...wrapped(about + (usual === undefined ? '' : ` (default: ${usual})`), '      '),
  ]);
  const notes =
    command.notes === undefined ? [] : ['', ...command.notes.split('\n').flatMap((line) => wrapped(line, ''))];
  return [
    `Use: ${usageOf(name, command)}`,
    '',
    ...wrapped(command.about, ''),
    '',
    'Options:',
    ...options,
    ...notes,
  ].join('\n');
}

function usageOf(name: string, { takes, options, runs }: KitCommand): string {
  const rest = [...(options.length === 0 ? [] : ['[options]']), ...(runs === undefined ? [] : [`[-- ${runs}]`])];
  return ['svc-contract', name, ...takes, ...rest].join(' ');
}

const width = 100;

function wrapped(text: string, indent: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (indent.length + line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => indent + line);
}

function parsed(name: string, args: string[], options: KitOption[]): { values: RawFlags; positionals: string[] } {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: Object.fromEntries(
        options.map(({ name: option, value, isRepeatable }) => [
          option,
          { type: value === undefined ? 'boolean' : 'string', multiple: isRepeatable === true } as const,
        ]),
      ),
    });
  } catch (error) {
    throw cannot(
      `${(error as Error).message.replace(/\. To specify .*/s, '.')} svc-contract ${name} --help lists the options.`,
    );
  }
}

function hostOf(url: string | undefined, flags: RawFlags): Host {
  return {
    program: 'svc-contract',
    url: () => addressOf(url ?? '', flags.insecure === true),
    credentials: async () => credentialsFrom(flags),
    async password() {
      const { SVC_PASSWORD: password } = process.env;
      if (!password) throw new KitFailure('Missing password of the account: set SVC_PASSWORD.', 2);
      return password;
    },
    parse: async (text) => parseWaivers(text),
    unreachable,
    signIn: 'set SVC_TOKEN to the access token of an admin, or give only keys',
    progress: createProgress(),
  };
}
