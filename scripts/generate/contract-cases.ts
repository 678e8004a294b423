// Generates generated/contract-cases.json: what the published document promises about the input of each operation, as
// requests with their exact responses. The generator uses only the document and a validator of its own
// (contract/judge.ts), so that mistakes of the server and of the spec both show. scripts/contract runs the cases, for
// test/contract/cases.test.ts and for `svc contract run`. A test suite in any language can run them too.

import {
  type CaseAnswer,
  type ContractCase,
  compact,
  type Document,
  type Json,
  needs,
  type Operation,
  type OperationAt,
  type OperationCases,
  operationsOf,
} from '../document/index.ts';
import { bodySchema } from './contract/accepted.ts';
import { bodyCases } from './contract/body-cases.ts';
import { formCases } from './contract/form-cases.ts';
import { framingCases } from './contract/framing-cases.ts';
import { callers, fixtures, needsOf } from './contract/needs.ts';
import { headerCases, pathCases, queryCases } from './contract/parameter-cases.ts';
import { protocolCases } from './contract/protocol-cases.ts';
import type { Builder } from './contract/samples.ts';
import { accessOf } from './tables.ts';

const about = [
  'Requests, and the exact answers that the API promises to them. Made by `npm run generate` from spec/.',
  'path: {name} is filled with the id of the fixture that the operation’s `fixtures` names for it; `fixtures` above says what each is. It is percent-encoded; what a request gives in its own `path` is not.',
  'caller: the credential to send; `callers` above says what each is. credential null: none is sent. context: what the two context headers mean; the credential needs none of its own but where it is a user’s.',
  'method: in a request, instead of the operation’s. contentType: instead of application/json; null: none. raw: the body as it is.',
  'needs: what the server or the runner must have besides; `needs` above says what each is. A runner that has it not skips the case, and says so.',
  'A request that is refused with 413, 415, 422 or malformed_request is so before any of its fixtures is looked up: any text will do for those that a runner cannot make.',
  'A success may use its fixtures up (DELETE, /auth/, tokens, /complete): the next case needs new ones. What is refused changes nothing.',
  'expect: the status; detail: the body of a 422, or the member `detail` of a 400, exactly, its entries in any order; code: of error.code; echo: members of the body that the answer (in its member echoIn) shows as they were sent; ignored: members that it shows otherwise; headers: exactly.',
  'In bodies, headers and answers {"$fixture": x} is the id (or the e-mail address, or the password) of that thing;',
  '{"$unique": text} is that text, made unique by the runner at the same length, or longer where it has fewer than 12 characters; of an e-mail address it stays one;',
  '{"$text": [part, [unit, n]]} joins its parts, a pair being its unit over and over, cut to n code points;',
  '{"$list": [item, n]} is a list of n items; {"$pairs": [value, n]} is {"k1": value, … "kn": value}; {"$any": "text"} is any text; {"$bytes": x} is base64.',
];

/**
 * Fixtures besides those in paths: the caller's own data, tokens that were mailed, and a part of an upload with the MD5
 * of the upload.
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

/** The credential to send if an operation accepts several: the one with the fewest rights. */
const callerPreference = [
  'anyone',
  'refresh_token',
  'browser_session',
  'project_key',
  'organization_key',
  'owner',
  'admin',
];

/** Returns the text of the file, with a line for each case. */
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
  const named = listed.flatMap((text) => Object.values((JSON.parse(text) as OperationCases).fixtures));
  const described = Object.fromEntries([
    ...Object.entries(fixtures).map(([name, { about: text }]) => [name, text]),
    ...named.filter((name) => fixtures[name] === undefined).map((name) => [name, describeItem(name)]),
  ]);
  const head = JSON.stringify(
    { version: 1, title: document.info.title, about, callers, fixtures: described, needs },
    null,
    2,
  );
  return `${head.slice(0, -2)},\n  "operations": [\n${listed.join(',\n')}\n  ]\n}\n`;
}

function operationCases(builder: Builder, { path, method, operation }: OperationAt): OperationCases {
  const { callers, context, organization } = accessOf(operation);
  const caller = callerPreference.find((candidate) => callers.includes(candidate));
  if (caller === undefined) throw new Error(`${operation.operationId} has no caller that the cases know`);
  const drafts = [
    ...(bodySchema(operation) === undefined && !takesForm(operation) ? [plainCase(operation)] : []),
    // Operations that forward to an upstream are not validated here: the upstream decides.
    ...(operation['x-passes-on'] === undefined ? judgedCases(builder, { path, method, operation }) : []),
    ...protocolCases(builder.document, { path, method, operation }, caller),
  ];
  checkDistinct(drafts);
  const { operationId } = operation;
  const at = { operationId, method: method.toUpperCase(), path, caller, context };
  const all = { ...at, fixtures: fixturesOf(path, organization) };
  const cases = drafts.map(({ id, rule, ...draft }): ContractCase => {
    const needed = needsOf(all, operation, { rule, ...draft });
    const expect = inFormOf(operation, draft.expect);
    return { id, rule, ...(needed.length === 0 ? {} : { needs: needed }), ...draft, expect };
  });
  checkDescribed({ ...all, cases });
  return { ...all, cases };
}

/** Returns the expectation in the operation's form of errors: that of Anthropic has no 422. */
function inFormOf({ 'x-errors': form }: Operation, expect: CaseAnswer): CaseAnswer {
  return form === 'anthropic' && expect.status === 422 ? { ...expect, status: 400 } : expect;
}

/** Returns the default description of the fixture for an item in a path. */
function describeItem(collection: string): string {
  return `what names one of the ${collection.replaceAll('_', ' ')} in its address: an id that the operation that creates one answered, or the name that a PUT was sent to`;
}

/** Throws if a case uses a fixture that the file does not describe. A runner in another language has only this data. */
function checkDescribed({ operationId, caller, fixtures: inPath, cases }: OperationCases): void {
  const named = [...JSON.stringify(cases).matchAll(/"\$fixture":"(\w+)"/g)].map(([, name = '']) => name);
  const strange = named.find((name) => fixtures[name] === undefined && !Object.values(inPath).includes(name));
  if (strange !== undefined || callers[caller] === undefined)
    throw new Error(`${operationId}: scripts/generate/contract/needs.ts does not describe ${strange ?? caller}`);
}

function judgedCases(builder: Builder, { path, method, operation }: OperationAt): ContractCase[] {
  const chosen = method === 'put' ? /\{([^}]+)\}$/.exec(path)?.[1] : undefined;
  return [
    ...bodyCases(builder, operation),
    ...formCases(builder, operation),
    ...queryCases(builder, operation),
    ...pathCases(builder, operation, chosen),
    ...headerCases(builder, operation),
    ...framingCases(builder, operation),
  ];
}

function takesForm({ requestBody }: Operation): boolean {
  return requestBody?.content['multipart/form-data'] !== undefined;
}

/** Returns a case for an operation without a JSON or form body, with an empty request. */
function plainCase({ operationId, responses }: Operation): ContractCase {
  // An operation that forwards to an upstream declares 2XX, because the upstream chooses the status.
  const [status = '200'] = Object.keys(responses).filter((code) => /^[23]\d\d$/.test(code));
  return { id: `${operationId}/accepted/-/plain`, rule: 'access', request: {}, expect: { status: Number(status) } };
}

/**
 * Returns the collection of each path parameter: `/v1/models/{model}` gives `{model: 'models'}`. A parameter that
 * follows another one has its own name. `place`: the parameter with the caller's own organization.
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
