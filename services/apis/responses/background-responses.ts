// Responses that upstreams create in the background. The call that requests one ends before tokens are used. So this
// server retrieves the response until it has ended, and charges it once to the caller who requested it, whoever reads
// it. A queue job does so, and survives the server. It also cancels the response when the caller may no longer call.
//
// Until then the response's reservation counts against the limits, in a lease of its own that the job renews. A
// response is charged its reservation if it ends without usage, is cancelled, is gone from its upstream, or has not
// ended after `maxAgeSeconds`. A failed response costs nothing.

import { nowSeconds } from '../../../models/clock.ts';
import { LimitLease } from '../../../models/limit-lease.ts';
import { ModelResponse, type ModelResponseRow } from '../../../models/model-response.ts';
import { readOne } from '../../../models/page.ts';
import { Project, type ProjectRow } from '../../../models/project.ts';
import { ProjectApiKey } from '../../../models/project-api-key.ts';
import { callUpstreams, hostedToolsIn, tokensOfBody, type Upstream, type Upstreams } from '../../gateway/index.ts';
import {
  type HostedTool,
  type ModelCalls,
  type Quantities,
  quantitiesOfAnswer,
  requestOf,
  type Tokens,
} from '../../limits/index.ts';
import { type JobContext, type Log, Postpone, type Queue } from '../../platform/index.ts';
import { type Limits, limitsOf, limitsOfKey, mayStillCall } from '../../tenancy/index.ts';

/** The job's payload. It contains the response's id, of which the database otherwise has only a digest. */
interface Followed {
  projectId: string;
  id: string;
  /** Unix seconds. */
  since: number;
}

/** The use that a response is charged for. */
interface Billed {
  tokens: Tokens | undefined;
  hosted?: readonly HostedTool[];
  quantities?: Quantities;
}

/** The upstream's view of a response. */
interface Retrieved extends Billed {
  /** Undefined: the upstream no longer has the response, so it counts as ended. */
  status: string | undefined;
}

export const backgroundJob = { name: 'background-response' };
/** The delay between two retrievals is a quarter of the response's age, within these bounds. */
const minWaitMs = 1000;
/** Short enough to cancel a response within 5 s after its key or project may no longer call. */
const maxWaitMs = 4000;
const retryWaitMs = 60_000;
const maxAgeSeconds = 86_400;
/** One minute longer than the longest delay. */
const leaseSeconds = retryWaitMs / 1000 + 60;
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
      retryDelayMs: () => retryWaitMs,
      run: (followed, context) => this.#look(followed, context),
    });
  }

  /**
   * Charges a response that has ended with its usage, which comes from a caller's read (`shown`) or else from the
   * upstream. Never throws, because the job tries again.
   */
  async settle(project: ProjectRow, id: string, row: ModelResponseRow, shown?: Tokens): Promise<void> {
    if (row.counted) return;
    try {
      // Only the whole response tells the uses of hosted tools.
      if (shown !== undefined && !this.#billsTools(row)) return await this.#charge(project, id, row, { tokens: shown });
      const retrieved = await this.#ask(project, id, row.upstream, false);
      if (retrieved !== undefined && hasEnded(retrieved)) await this.#charge(project, id, row, costing(retrieved, row));
    } catch (error) {
      this.#log.info({ err: error }, 'could not charge a background response; retrying');
    }
  }

  async #look({ projectId, id, since }: Followed, { signal }: JobContext): Promise<void> {
    const [row, project] = await Promise.all([ModelResponse.find(projectId, id), readOne(Project, { id: projectId })]);
    if (row === undefined || project === undefined || row.counted) return;
    const age = nowSeconds() - since;
    const isLost = row.callerId !== null && !(await mayStillCall(row.callerId, project));
    const retrieved = await this.#ask(project, id, row.upstream, isLost, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      this.#log.info({ err: error, upstream: row.upstream }, 'could not retrieve a background response; retrying');
    });
    const isOver = age >= maxAgeSeconds;
    if (isOver || (retrieved !== undefined && hasEnded(retrieved))) {
      return this.#charge(project, id, row, costing(retrieved ?? unknown, row));
    }
    const subjects = [project.organizationId, ...subjectsOf(row)];
    await LimitLease.renew(leaseIdOf(projectId, id), subjects, nowSeconds() + leaseSeconds);
    throw new Postpone(Math.min(Math.max((age * 1000) / 4, minWaitMs), maxWaitMs), 'The response has not ended');
  }

  #billsTools({ upstream, model }: ModelResponseRow): boolean {
    return this.#upstreams.named(upstream)?.priceOf(model ?? '')?.tools !== undefined;
  }

  /** Retrieves the response from its upstream, which `cancels` it first. Returns undefined if there is no usable answer. */
  async #ask(
    project: ProjectRow,
    id: string,
    name: string,
    cancels: boolean,
    signal?: AbortSignal,
  ): Promise<Retrieved | undefined> {
    // An upstream refuses to cancel a response that has ended: then it is retrieved.
    const cancelled = cancels ? await this.#send(project, 'POST', id, '/cancel', name, signal) : undefined;
    return cancelled === undefined || cancelled === unknown
      ? this.#send(project, 'GET', id, '', name, signal)
      : cancelled;
  }

  async #send(
    project: ProjectRow,
    method: 'GET' | 'POST',
    id: string,
    below: string,
    name: string,
    signal?: AbortSignal,
  ): Promise<Retrieved | undefined> {
    const upstream = this.#upstreams.named(name);
    if (upstream === undefined) return undefined;
    const over = new AbortController();
    const onGone = (listener: () => void) => signal?.addEventListener('abort', listener, { signal: over.signal });
    const request = {
      method,
      path: `/responses/${encodeURIComponent(id)}${below}`,
      headers: ['accept', 'application/json'],
      body: undefined,
    };
    try {
      const question = { repeatable: true, at: (one: Upstream) => ({ target: one.api, request }) };
      const { exchange, head } = await callUpstreams([upstream], question, { project, onGone }, () => undefined);
      const bytes = await exchange.collect(maxAnswerBytes);
      if (bytes === undefined) exchange.abort();
      if (head.status === 404 || (bytes === undefined && head.status === 200)) return unknown;
      if (head.status !== 200 || bytes === undefined) return undefined;
      const answer = JSON.parse(bytes.toString()) as Record<string, unknown>;
      const status = typeof answer.status === 'string' ? answer.status : undefined;
      const billed = { hosted: hostedToolsIn('response', answer), quantities: quantitiesOfAnswer(answer) };
      return { status, tokens: tokensOfBody(bytes), ...billed };
    } finally {
      over.abort();
    }
  }

  async #charge(project: ProjectRow, id: string, row: ModelResponseRow, billed: Billed): Promise<void> {
    const { tokens, hosted = [], quantities = {} } = billed;
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
      providers: upstream === undefined ? [] : [upstream],
      request: requestOf(undefined, 0),
      streams: false,
      maxOutputTokens: undefined,
      hosted,
    });
    const endsLease = leaseIdOf(project.id, id);
    end({ status: 200, complete: true, upstream, tokens, quantities, answerBytes: 0, endsLease });
  }
}

/** Returns the id of the lease for the response's reservation. */
export function leaseIdOf(projectId: string, id: string): string {
  return `response_${ModelResponse.digestOf(projectId, id).toString('hex').slice(0, 26)}`;
}

const unknown: Retrieved = { status: undefined, tokens: undefined };

function hasEnded({ status }: Retrieved): boolean {
  return status !== 'queued' && status !== 'in_progress';
}

/** Returns what to charge for a response that has ended. */
function costing(retrieved: Retrieved, row: ModelResponseRow): Billed {
  if (retrieved.tokens !== undefined || retrieved.status === 'failed') return retrieved;
  const tokens = { input: Number(row.expectedInput), output: Number(row.expectedOutput), cachedInput: 0 };
  return { ...retrieved, tokens };
}

/**
 * Returns the limits of the key that requested the response; undefined for a user, or a key that has none or is
 * deleted.
 */
async function keyLimitsOf(callerId: string | null): Promise<Limits | undefined> {
  const key = callerId === null ? undefined : await readOne(ProjectApiKey, { id: callerId });
  return key === undefined ? undefined : limitsOfKey(key);
}

/** Returns the ids of the project and the key whose limits the reservation counts against. */
function subjectsOf({ projectId, callerId }: ModelResponseRow): string[] {
  return callerId === null ? [projectId] : [projectId, callerId];
}
