// A rule of the spec that needs more than one request, or that holds for every operation.

import type { OperationCases } from '../../document/index.ts';
import { violations } from '../answers.ts';
import type { Finding } from '../judge.ts';
import { asCurl, type FilledRequest, shorten } from '../requests.ts';
import type { Answer, Ask, RequestOptions } from '../send.ts';
import type { Stage } from './stage.ts';

export interface Rule {
  /** The last part of the id of its case: `operationId/rules/-/name`. */
  name: string;
  /** The sentence of the spec. */
  about: string;
  applies(operation: OperationCases): boolean;
  /** Returns what the deployment lacks for the rule, or undefined. */
  lack?(stage: Stage, operation: OperationCases): string | undefined;
  /** Tries the rule. A throw means that a resource for the trial could not be created. */
  run(trial: Trial, stage: Stage, operation: OperationCases): Promise<void>;
}

const mostFindings = 10;
let requestCount = 0;

/** One try of a rule: sends requests, and records what breaks the rule. */
export class Trial {
  readonly findings: Finding[] = [];
  readonly #ask: Ask;
  #last: FilledRequest | undefined;
  #first: FilledRequest | undefined;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** The request of the first finding, or the last request. Written only here: a rule sends thousands of requests. */
  get curl(): string | undefined {
    const shown = this.#first ?? this.#last;
    return shown && asCurl(shown);
  }

  /** Sends a request, and checks the response against the document. Each request has an id of its own. */
  readonly ask: Ask = async (method, path, options = {}) => {
    requestCount += 1;
    const id = `contract-${requestCount}`;
    const headers = { 'x-request-id': id, ...options.headers };
    const answer = await this.#ask(method, path, { ...options, headers });
    this.#last = { method, path: queried(path, options), options: withoutQuery(options) };
    for (const text of violations({ method, ...answer, path: path.split('?')[0] ?? path }))
      this.expect(false, 'a response breaks the document', 'a response that the document declares', text);
    const shown = answer.headers.get('x-request-id');
    if (headers['x-request-id'] === id) this.equal('x-request-id is not taken over', shown, id);
    return answer;
  };

  /** Takes the findings of another trial. */
  takeOver(other: Trial): void {
    this.findings.push(...other.findings);
    this.#first = other.#first ?? other.#last;
  }

  /** Records a finding unless the condition holds. */
  expect(isKept: boolean, cause: string, expected: unknown, got: unknown): boolean {
    if (isKept) return true;
    this.#first ??= this.#last;
    if (this.findings.length < mostFindings)
      this.findings.push({ cause, expected: shorten(expected), got: shorten(got) });
    return false;
  }

  /** Records a finding unless the values are equal as JSON. */
  equal(cause: string, got: unknown, wanted: unknown): boolean {
    return this.expect(canonical(got) === canonical(wanted), cause, wanted ?? 'nothing', got ?? 'nothing');
  }

  /** Records a finding unless the response has the status and, if it is an error, the code. The form of SCIM has no codes. */
  status(answer: Answer, given: number, code?: string, about = 'status'): boolean {
    const isScim = answer.headers.get('content-type') === 'application/scim+json';
    const status = isScim && given === 422 ? 400 : given;
    const isKept = answer.status === status && (code === undefined || isScim || codeOf(answer) === code);
    const cause = `${about}: ${answer.status} instead of ${status}`;
    return this.expect(isKept, isKept ? '' : cause, `${status} ${code ?? ''}`, `${answer.status} ${answer.text}`);
  }
}

/** Returns the error code of a response, or the type of its first issue. */
export function codeOf({ body }: Answer): string | undefined {
  return body?.error?.code ?? body?.detail?.[0]?.type;
}

/** Returns JSON text with sorted members. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? 'undefined'
  );
}

function queried(path: string, { query }: RequestOptions): string {
  if (query === undefined) return path;
  return `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`;
}

function withoutQuery({ query: _, ...options }: RequestOptions): RequestOptions {
  return options;
}
