// Responses that upstreams make in the background. The call that asks for one ends before anything is used, so the server
// retrieves the response itself until it has ended, and charges it to the caller who asked for it: once, whoever reads it.
// A job of the queue does so, and survives any server.
//
// Until then the response's reservation counts against the limits, in a lease of its own that the job renews. A response
// that ends without saying what it used is charged its reservation, and so is one that was cancelled, that its upstream no
// longer has, or that has not ended after `maxAgeSeconds`. One that failed costs nothing.

import { nowSeconds } from '../../models/clock.ts';
import { LimitLease } from '../../models/limit-lease.ts';
import { ModelResponse, type ModelResponseRow } from '../../models/model-response.ts';
import { readOne } from '../../models/page.ts';
import { Project, type ProjectRow } from '../../models/project.ts';
import { ProjectApiKey } from '../../models/project-api-key.ts';
import { type ModelCalls, requestOf, type Tokens } from '../limits/index.ts';
import { type JobContext, type Log, Postpone, type Queue } from '../platform/index.ts';
import { type Limits, limitsOf, limitsOfKey } from '../tenancy/index.ts';
import { ask, type Upstream, type Upstreams } from './upstream/index.ts';
import { tokensOfBody } from './upstream/usage.ts';

/** What the job keeps: the database has no more than a digest of the response's id. */
interface Followed {
  projectId: string;
  id: string;
  /** Unix seconds. */
  since: number;
}

/** What the upstream says of a response. */
interface Retrieved {
  /** Undefined: it has ended, and the upstream says no more of it. */
  status: string | undefined;
  tokens: Tokens | undefined;
}

export const backgroundJob = { name: 'background-response' };
/** Between two retrievals: a quarter of the response's age, within these. */
const minWaitMs = 1000;
const maxWaitMs = 60_000;
const maxAgeSeconds = 86_400;
/** The lease outlives the longest wait by a minute. */
const leaseSeconds = maxWaitMs / 1000 + 60;
const maxAnswerBytes = 16 * 1024 * 1024;
const responsesAtOnce = 8;

export interface BackgroundOptions {
  queue: Queue;
  upstreams: Upstreams;
  modelCalls: ModelCalls;
  log: Log;
}

export class BackgroundResponses {
  readonly #upstreams: Upstreams;
  readonly #modelCalls: ModelCalls;
  readonly #log: Log;

  constructor({ queue, upstreams, modelCalls, log }: BackgroundOptions) {
    this.#upstreams = upstreams;
    this.#modelCalls = modelCalls;
    this.#log = log;
    queue.register<Followed>({
      ...backgroundJob,
      concurrency: responsesAtOnce,
      leaseMs: 60_000,
      maxAttempts: 20,
      retryDelayMs: () => maxWaitMs,
      run: (followed, context) => this.#look(followed, context),
    });
  }

  /**
   * Charges the response with what it has used, if it has ended: by what a caller's reading of it has shown, or else by what
   * the upstream says. Never throws, for the job tries again.
   */
  async settle(project: ProjectRow, id: string, row: ModelResponseRow, shown?: Tokens): Promise<void> {
    if (row.counted) return;
    try {
      if (shown !== undefined) return await this.#charge(project, id, row, shown);
      const retrieved = await this.#retrieve(id, row.upstream);
      if (retrieved !== undefined && hasEnded(retrieved)) await this.#charge(project, id, row, costing(retrieved, row));
    } catch (error) {
      this.#log.info({ err: error }, 'a response in the background was not charged yet');
    }
  }

  async #look({ projectId, id, since }: Followed, { signal }: JobContext): Promise<void> {
    const [row, project] = await Promise.all([ModelResponse.find(projectId, id), readOne(Project, { id: projectId })]);
    if (row === undefined || project === undefined || row.counted) return;
    const age = nowSeconds() - since;
    const retrieved = await this.#retrieve(id, row.upstream, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      this.#log.info({ err: error, upstream: row.upstream }, 'a response in the background could not be retrieved');
    });
    const isOver = age >= maxAgeSeconds;
    if (isOver || (retrieved !== undefined && hasEnded(retrieved))) {
      return this.#charge(project, id, row, costing(retrieved ?? unknown, row));
    }
    await LimitLease.renew(leaseIdOf(projectId, id), subjectsOf(row), nowSeconds() + leaseSeconds);
    throw new Postpone(Math.min(Math.max((age * 1000) / 4, minWaitMs), maxWaitMs), 'The response has not ended');
  }

  /** Returns what its upstream says; undefined where there is no answer that says anything. */
  async #retrieve(id: string, name: string, signal?: AbortSignal): Promise<Retrieved | undefined> {
    const upstream = this.#upstreams.named(name);
    if (upstream === undefined) return undefined;
    const over = new AbortController();
    const onGone = (listener: () => void) => signal?.addEventListener('abort', listener, { signal: over.signal });
    const request = {
      method: 'GET',
      path: `/responses/${encodeURIComponent(id)}`,
      headers: ['accept', 'application/json'],
      body: undefined,
    };
    try {
      const question = { repeatable: true, at: (one: Upstream) => ({ target: one.api, request }) };
      const { exchange, head } = await ask([upstream], question, { onGone }, () => undefined);
      const bytes = await exchange.collect(maxAnswerBytes);
      if (bytes === undefined) exchange.abort();
      if (head.status === 404 || (bytes === undefined && head.status === 200)) return unknown;
      if (head.status !== 200 || bytes === undefined) return undefined;
      const { status } = JSON.parse(bytes.toString()) as { status?: unknown };
      return { status: typeof status === 'string' ? status : undefined, tokens: tokensOfBody(bytes) };
    } finally {
      over.abort();
    }
  }

  async #charge(project: ProjectRow, id: string, row: ModelResponseRow, tokens: Tokens | undefined): Promise<void> {
    const used = tokens === undefined ? 0 : tokens.input + tokens.output;
    if (!(await ModelResponse.countOnce(project.id, id, used))) return;
    const upstream = this.#upstreams.named(row.upstream);
    const end = await this.#modelCalls.begin({
      kind: 'kept_response',
      projectId: project.id,
      limits: limitsOf(project),
      keyLimits: await keyLimitsOf(row.callerId),
      rates: {},
      organizationId: project.organizationId,
      callerId: row.callerId ?? '',
      target: row.model ?? '',
      answerers: upstream === undefined ? [] : [upstream],
      request: requestOf(undefined, 0),
      streams: false,
      maxOutputTokens: undefined,
    });
    end({ status: 200, complete: true, upstream, tokens, answerBytes: 0, settles: leaseIdOf(project.id, id) });
  }
}

/** Returns the id of the lease that holds the response's reservation. */
export function leaseIdOf(projectId: string, id: string): string {
  return `response_${ModelResponse.digestOf(projectId, id).toString('hex').slice(0, 26)}`;
}

const unknown: Retrieved = { status: undefined, tokens: undefined };

function hasEnded({ status }: Retrieved): boolean {
  return status !== 'queued' && status !== 'in_progress';
}

/** Returns what a response that has ended is charged. */
function costing({ status, tokens }: Retrieved, row: ModelResponseRow): Tokens | undefined {
  if (tokens !== undefined || status === 'failed') return tokens;
  return { input: Number(row.expectedInput), output: Number(row.expectedOutput), cachedInput: 0 };
}

/** Returns the limits of the key that asked; undefined for a user, and for a key that has none or is deleted. */
async function keyLimitsOf(callerId: string | null): Promise<Limits | undefined> {
  const key = callerId === null ? undefined : await readOne(ProjectApiKey, { id: callerId });
  return key === undefined ? undefined : limitsOfKey(key);
}

/** Whose limits its reservation counts against. */
function subjectsOf({ projectId, callerId }: ModelResponseRow): string[] {
  return callerId === null ? [projectId] : [projectId, callerId];
}
