// The options of `run`, once for both command lines: `svc contract run` and `svc-contract run`. This file loads no
// contract cases, so that other commands of svc start quickly.

import { type Effect, effects } from '../deployment.ts';
import { cannot } from './failure.ts';

/** An option of a command. */
export interface KitOption {
  name: string;
  /** The name of the value in the help; undefined for an option without a value. */
  value?: string;
  about: string;
  isRepeatable?: boolean;
  /** The default value. */
  usual?: string;
}

const mostAtATime = 32;
const mostSeconds = 86_400;

export const runOptions: KitOption[] = [
  {
    name: 'operation',
    value: 'id',
    about: 'only this operation, such as createProject; may be repeated',
    isRepeatable: true,
  },
  { name: 'list', about: 'lists the operations, their cases and requirements, without a server' },
  { name: 'dry-run', about: 'shows which cases would run and which would be skipped, and changes nothing' },
  { name: 'tap', about: 'prints the results as TAP 14' },
  { name: 'junit', value: 'file', about: 'also writes the results as JUnit XML, for CI systems' },
  {
    name: 'waivers',
    value: 'file',
    about: 'a YAML or JSON file of known failures: a list of case, reason and until (YYYY-MM-DD)',
  },
  {
    name: 'allow-host',
    value: 'host',
    about: 'a server on another machine that may be tested; may be repeated',
    isRepeatable: true,
  },
  {
    name: 'allow',
    value: 'effect',
    about: `allows a side effect beyond the test data of the run: ${effects.join(', ')}; may be repeated`,
    isRepeatable: true,
  },
  {
    name: 'fixture',
    value: 'name=value',
    about:
      'an existing resource that the run cannot create, such as v1=ocr for the path of a custom endpoint; may be repeated',
    isRepeatable: true,
  },
  {
    name: 'account',
    value: 'email',
    about: 'the e-mail address of an account to sign in as; the password comes from SVC_PASSWORD or a prompt',
  },
  {
    name: 'webhook-receiver',
    value: 'url',
    about:
      'receives webhooks on this machine, which the server reaches at this HTTPS URL; without it, deliveries are not tested',
  },
  {
    name: 'webhook-port',
    value: 'number',
    about: 'the port on which the receiver listens; by default that of its URL',
  },
  {
    name: 'webhook-certificate',
    value: 'file',
    about:
      'a certificate for the URL and its key, in one PEM file; without it, the receiver speaks HTTP behind a tunnel',
  },
  { name: 'concurrency', value: 'number', about: 'the number of concurrent requests', usual: '4' },
  { name: 'request-timeout', value: 'seconds', about: 'the time limit of a request, in seconds', usual: '30' },
  {
    name: 'within',
    value: 'seconds',
    about: 'the time limit of the run, in seconds; its resources are deleted in any case',
    usual: '1800',
  },
];

/** The text after the list of options in the help. */
export const runNotes =
  'Ctrl-C ends the run and deletes the resources that it created. A second Ctrl-C, after one second or more, stops at once and lists the resources that may be left.\n\nExit codes: 0 all cases passed, 1 a case failed, 2 the run could not start or finish.';

export const webhookOptions: KitOption[] = [
  {
    name: 'secret',
    value: 'secret',
    about: 'the webhook_secret that the receiver has (env: SVC_WEBHOOK_SECRET or SVC_WEBHOOK_SECRET_FILE)',
  },
  {
    name: 'signing',
    value: 'signing',
    about: 'the webhook_signing of the project: literal, standard or dual',
    usual: 'literal',
  },
  {
    name: 'allow-host',
    value: 'host',
    about: 'a receiver on another machine that may be tried; may be repeated',
    isRepeatable: true,
  },
  { name: 'timeout', value: 'seconds', about: 'the time limit of an answer', usual: '15' },
  { name: 'tap', about: 'prints the results as TAP 14' },
  { name: 'junit', value: 'file', about: 'also writes the results as JUnit XML, for CI systems' },
  { name: 'json', about: 'prints the result as JSON' },
];

/** Options as a command line has them, by name. */
export type RawFlags = Record<string, unknown>;

export type ReportForm = 'json' | 'tap' | 'table';

export interface RunFlags {
  operations: string[];
  isList: boolean;
  isDryRun: boolean;
  form: ReportForm;
  junit: string | undefined;
  waivers: string | undefined;
  allowedHosts: string[];
  allowed: Set<Effect>;
  given: Map<string, string>;
  account: string | undefined;
  receiver: { url: string; port: number | undefined; certificate: string | undefined } | undefined;
  width: number;
  requestTimeoutMs: number;
  budgetMs: number;
}

/** Checks the options of `run`. Throws a KitFailure for a wrong one. */
export function runFlagsOf(raw: RawFlags): RunFlags {
  const text = (name: string): string | undefined => raw[name] as string | undefined;
  const texts = (name: string): string[] => (raw[name] ?? []) as string[];
  const number = (name: string, most: number): number => {
    const usual = runOptions.find((option) => option.name === name)?.usual;
    return numberOf(name, text(name) ?? usual ?? '', most);
  };
  if (text('junit') !== undefined && (raw.list === true || raw['dry-run'] === true))
    throw cannot("option '--junit <file>' cannot be used with option '--list' or '--dry-run'");
  return {
    operations: texts('operation'),
    isList: raw.list === true,
    isDryRun: raw['dry-run'] === true,
    form: raw.json === true ? 'json' : raw.tap === true ? 'tap' : 'table',
    junit: text('junit'),
    waivers: text('waivers'),
    allowedHosts: texts('allow-host'),
    allowed: new Set(texts('allow').map(effectOf)),
    given: new Map(texts('fixture').map(fixtureOf)),
    account: text('account'),
    receiver: receiverOf(text('webhook-receiver'), text('webhook-port'), text('webhook-certificate')),
    width: number('concurrency', mostAtATime),
    requestTimeoutMs: number('request-timeout', mostSeconds) * 1000,
    budgetMs: number('within', mostSeconds) * 1000,
  };
}

function receiverOf(
  url: string | undefined,
  port: string | undefined,
  certificate: string | undefined,
): RunFlags['receiver'] {
  if (url === undefined) {
    if (port === undefined && certificate === undefined) return undefined;
    throw cannot('--webhook-port and --webhook-certificate need --webhook-receiver URL.');
  }
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:')
    throw cannot(`--webhook-receiver takes an HTTPS URL, not '${url}'.`);
  return { url, port: port === undefined ? undefined : numberOf('webhook-port', port, 65_535), certificate };
}

function numberOf(name: string, text: string, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > most) throw cannot(`--${name} takes a number from 1 to ${most}, not '${text}'.`);
  return number;
}

function effectOf(text: string): Effect {
  const known = effects.find((name) => name === text);
  if (known === undefined) throw cannot(`--allow takes ${effects.join(', ')}, not '${text}'.`);
  return known;
}

function fixtureOf(text: string): [name: string, value: string] {
  const [, name, value] = /^(\w+)=(.+)$/su.exec(text) ?? [];
  if (name === undefined || value === undefined) throw cannot('--fixture must have the form NAME=VALUE.');
  return [name, value];
}
