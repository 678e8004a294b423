// generated/contract-cases.json: what the published document promises of each operation's input, as requests and the
// exact answers to them. Made from that document alone, with a judgement of its own (contract/judge.ts), so that a slip
// of the server and a slip of the spec both show. test/contract/cases.test.ts runs them; so can a suite in any language.

import { bodySchema } from './contract/accepted.ts';
import { bodyCases } from './contract/body-cases.ts';
import type { ContractCase, OperationCases } from './contract/case.ts';
import { compact } from './contract/compact.ts';
import { formCases } from './contract/form-cases.ts';
import { framingCases } from './contract/framing-cases.ts';
import { pathCases, queryCases } from './contract/parameter-cases.ts';
import type { Builder } from './contract/samples.ts';
import { type Document, type Json, type Operation, type OperationAt, operationsOf } from './document.ts';
import { accessOf } from './tables.ts';

const about = [
  'Requests, and the exact answers that the API promises to them. Made by `npm run generate` from spec/.',
  'path: {name} is filled with the id of the fixture that `fixtures` names for it: the collection that it stands in.',
  'caller: the credential to send. context: what the two context headers mean; the credential needs none of its own but where it is a user’s.',
  'In bodies and answers {"$fixture": x} is the id (or the e-mail address, or the password) of that thing;',
  '{"$unique": text} is that text, made unique by the runner at the same length, or longer where it has fewer than 12 characters; of an e-mail address it stays one;',
  '{"$text": [part, [unit, n]]} joins its parts, a pair being its unit over and over, cut to n code points;',
  '{"$list": [item, n]} is a list of n items; {"$pairs": [value, n]} is {"k1": value, … "kn": value}; {"$any": "text"} is any text; {"$bytes": x} is base64.',
];

/**
 * Things that runners have besides those in paths: the caller's own, what was mailed, and a part of an upload with the MD5
 * of all of it.
 */
const ownFixtures = [
  'email',
  'password',
  'organization',
  'own_organization',
  'invitation_token',
  'registration_token',
  'reset_token',
  'parts',
  'md5',
];

/** Which credential is sent where several reach the operation: the narrowest. */
const callerPreference = [
  'anyone',
  'refresh_token',
  'browser_session',
  'project_key',
  'organization_key',
  'owner',
  'admin',
];

/** The text of the file: a line for each case. */
export function contractCases(document: Document): string {
  const operations = operationsOf(document);
  const builder: Builder = {
    document,
    fixtures: new Set([
      ...ownFixtures,
      ...operations.flatMap(({ path }) => Object.values(fixturesOf(path, undefined))),
    ]),
  };
  const listed = operations.map((at) => operationText(operationCases(builder, at)));
  const head = JSON.stringify({ version: 1, title: document.info.title, about }, null, 2);
  return `${head.slice(0, -2)},\n  "operations": [\n${listed.join(',\n')}\n  ]\n}\n`;
}

function operationCases(builder: Builder, { path, method, operation }: OperationAt): OperationCases {
  const { callers, context, organization } = accessOf(operation);
  const caller = callerPreference.find((candidate) => callers.includes(candidate));
  if (caller === undefined) throw new Error(`${operation.operationId} has no caller that the cases know`);
  const cases = [
    ...(bodySchema(operation) === undefined && !takesForm(operation) ? [plainCase(operation)] : []),
    // What is passed on to an upstream as it comes is the upstream's to judge.
    ...(operation['x-passes-on'] === undefined ? judgedCases(builder, operation) : []),
  ];
  checkDistinct(cases);
  return {
    operationId: operation.operationId,
    method: method.toUpperCase(),
    path,
    caller,
    context,
    fixtures: fixturesOf(path, organization),
    cases,
  };
}

function judgedCases(builder: Builder, operation: Operation): ContractCase[] {
  return [
    ...bodyCases(builder, operation),
    ...formCases(builder, operation),
    ...queryCases(builder, operation),
    ...pathCases(builder, operation),
    ...framingCases(builder, operation),
  ];
}

function takesForm({ requestBody }: Operation): boolean {
  return requestBody?.content['multipart/form-data'] !== undefined;
}

/** An operation that takes neither JSON nor a form, asked for nothing in particular. */
function plainCase({ operationId, responses }: Operation): ContractCase {
  // What is passed on has any status of the upstream's: 2XX.
  const [status = '200'] = Object.keys(responses).filter((code) => /^[23]\d\d$/.test(code));
  return { id: `${operationId}/accepted/-/plain`, rule: 'access', request: {}, expect: { status: Number(status) } };
}

/**
 * Path parameter → the collection that it stands in: `/v1/models/{model}` has `{model: 'models'}`; a parameter behind
 * another one has its own name. `place`: where the call names its organization, which must be the caller's own.
 */
function fixturesOf(path: string, place: string | undefined): Record<string, string> {
  const segments = path.split('/');
  const pairs = segments.flatMap((segment, index): [string, string][] => {
    const name = /^\{([^}]+)\}$/.exec(segment)?.[1];
    if (name === undefined) return [];
    const before = segments[index - 1] ?? '';
    if (place === `path.${name}`) return [[name, 'own_organization']];
    return [[name, before.startsWith('{') ? name : before]];
  });
  return Object.fromEntries(pairs);
}

function operationText({ cases, ...operation }: OperationCases): string {
  const lines = cases.map((one) => `      ${JSON.stringify(compact(one as unknown as Json))}`);
  const head = JSON.stringify(operation);
  return `    ${head.slice(0, -1)},"cases":[\n${lines.join(',\n')}\n    ]}`;
}

function checkDistinct(cases: ContractCase[]): void {
  const ids = cases.map(({ id }) => id);
  const repeated = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (repeated.length > 0) throw new Error(`Two contract cases have one id: ${repeated.join(', ')}`);
}
