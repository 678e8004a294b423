// Responses that this server makes in the background, as jobs of the queue. The job's server saves the state after each
// round together with the round's usage. So another server that takes the job over repeats at most the round that had
// not ended, and each finished round is counted once.

import type { Transaction } from 'sequelize';
import { longestText, transaction } from '../../../models/connection.ts';
import { Conversation } from '../../../models/conversation.ts';
import { continueAfter, newId } from '../../../models/ids.ts';
import { Job } from '../../../models/job.ts';
import { readOne } from '../../../models/page.ts';
import { Project, type ProjectRow } from '../../../models/project.ts';
import { ResponseItem } from '../../../models/response-item.ts';
import { StoredResponse, type StoredResponseRow } from '../../../models/stored-response.ts';
import { newResponse } from '../../apis/index.ts';
import { checkModel, type Incoming } from '../../gateway/index.ts';
import { type EndedCall, writeUsage } from '../../limits/index.ts';
import { type JobContext, LeaseLostError, ServiceError } from '../../platform/index.ts';
import { type AbsentCaller, absentCallerOf, isKey, presentCaller, projectFor } from '../../tenancy/index.ts';
import { failureOf } from '../rounds/failure.ts';
import { type FileSearchRequest, fileSearchRequest, inputItems, type ResponseRequest } from '../rounds/request.ts';
import type { ResponseEvent } from '../rounds/response.ts';
import { type Progress, Rounds } from '../rounds/rounds.ts';
import type { OwnServices } from './answer.ts';
import { contextOf, conversationIdIn } from './context.ts';
import { newInputItems, newOutputItems } from './items.ts';
import { bytesOf, checkSettings, lockConversation } from './store.ts';

type Json = Record<string, unknown>;

/** The job's payload. */
interface Queued {
  projectId: string;
  id: string;
}

/** The request of a background response, as it is stored. */
interface SavedRequest {
  body: ResponseRequest;
  caller: AbsentCaller;
  requestId: string;
}

const job = { name: 'response' };
const responsesAtOnce = 16;
/** Another server takes the job over when its server has been silent for this long. */
const leaseMs = 30_000;
const maxAttempts = 3;
/** A key or a project that may no longer call ends its responses within 5 s. */
const watchMs = 2000;
/** Longer than a job waits. The end of the job unlocks the conversation. */
const lockSeconds = 86_400;

export class BackgroundAnswers {
  readonly #services: OwnServices;
  readonly #running = new Map<string, Rounds>();

  constructor(services: OwnServices) {
    this.#services = services;
    services.queue.register<Queued>({
      ...job,
      concurrency: responsesAtOnce,
      lanesInTurn: true,
      leaseMs,
      maxAttempts,
      retryDelayMs: (attempt) => attempt * 1000,
      run: (queued, context) => this.#run(queued, context),
      giveUp: ({ projectId, id }, _reason, tx) => this.#giveUp(projectId, id, tx),
    });
  }

  /** Stores the response, and adds its job. Returns the response. */
  async add(call: Incoming, { body }: FileSearchRequest): Promise<Json> {
    const { project } = call;
    const { responseStore, queue } = this.#services;
    await checkModel(project, body.model, this.#services);
    await responseStore.checkRoom(project);
    const id = newId('response');
    const conversationId = conversationIdIn(body);
    if (conversationId !== null) await lockConversation(project, conversationId, id, lockSeconds);
    try {
      const context = await contextOf(project, body, this.#services);
      const identity = { id, background: true, isStored: true, conversationId };
      const response = { ...newResponse(body, identity), status: 'queued' };
      checkSettings(response);
      const input = newInputItems(inputItems(body), ['body', 'input']);
      const request = { body, caller: absentCallerOf(call.caller), requestId: call.requestId };
      await transaction(async (tx) => {
        await responseStore.writeQueued(project, { response, input, context }, request, tx);
        const options = { transaction: tx, uniqueKey: keyOf(id), lane: project.id };
        await queue.add(job, { projectId: project.id, id }, options);
      });
      responseStore.count(project, bytesOf(input));
      return response;
    } catch (error) {
      if (conversationId !== null) await Conversation.unlock(id, conversationId);
      throw error;
    }
  }

  /** Cancels the response if it has not ended. Throws `response_not_cancellable`. */
  async cancel(project: ProjectRow, id: string): Promise<void> {
    await transaction(async (tx) => {
      const row = await StoredResponse.hold(project.id, id, tx);
      if (row === null) return;
      if (!row.background)
        throw new ServiceError(
          'response_not_cancellable',
          'Only a response that was created with background: true can be cancelled.',
        );
      if (StoredResponse.hasEnded(row)) return;
      await this.#services.queue.removeAll([keyOf(id)], tx);
      const { response, output } = stateOf(row);
      await this.#services.responseStore.writeEnd(
        row,
        { response: { ...response, status: 'cancelled' }, output: newOutputItems(output) },
        tx,
      );
    });
    this.#stop(id);
  }

  /** Deletes a response, and its job if it has not ended. */
  async remove({ id, conversationId }: StoredResponseRow): Promise<void> {
    await transaction(async (tx) => {
      await this.#services.queue.removeAll([keyOf(id)], tx);
      await StoredResponse.remove([id], tx);
      if (conversationId !== null) await Conversation.unlock(id, conversationId, tx);
    });
    this.#stop(id);
  }

  /** Ends the response if this server is making it. Another server notices with the next renewal of its lease. */
  #stop(id: string): void {
    this.#running.get(id)?.stop(new LeaseLostError(`The response ${id} was cancelled or deleted`));
  }

  async #run({ projectId, id }: Queued, context: JobContext): Promise<void> {
    const [row, project] = await Promise.all([StoredResponse.find(projectId, id), readOne(Project, { id: projectId })]);
    if (row === undefined || project === undefined || StoredResponse.hasEnded(row)) return;
    const { body, caller, requestId } = JSON.parse(String(row.request)) as SavedRequest;
    const present = await presentCaller(caller, project);
    if (present === undefined) return this.#end(row, context, cancelledState(row));
    await StoredResponse.update({ status: 'in_progress' }, { where: { id, status: 'queued' } });
    const call: Incoming = {
      requestId,
      verb: 'POST',
      path: '/v1/responses',
      queryText: undefined,
      headers: {},
      bytes: undefined,
      bodyText: undefined,
      project: isKey(present) ? projectFor(present.rules.models, project) : project,
      caller: present,
      rates: {},
      onGone: () => undefined,
    };
    await this.#make(call, row, { body, caller }, context);
  }

  async #make(
    call: Incoming,
    row: StoredResponseRow,
    { body, caller }: Pick<SavedRequest, 'body' | 'caller'>,
    context: JobContext,
  ): Promise<void> {
    const { id } = row;
    const continued = await contextOf(call.project, body, this.#services).catch((error: unknown) => {
      if (error instanceof ServiceError) return error;
      throw error;
    });
    if (continued instanceof ServiceError) return this.#end(row, context, failedState(row, continued));
    const last = await ResponseItem.lastOf({ responseId: id });
    if (last !== undefined) continueAfter(last);
    const { items, upstream } = continued;
    const rounds = new Rounds(call, fileSearchRequest(body), this.#services, {
      identity: { id, background: true, isStored: true, conversationId: row.conversationId },
      input: [...items, ...inputItems(body)],
      ...(upstream === undefined ? {} : { upstream }),
      ...(row.progress === null ? {} : { progress: JSON.parse(row.progress) as Progress }),
      save: async (progress, ended) => {
        if (!(await this.#save(row, progress, ended, context))) rounds.stop(tooLargeToContinue);
        await endIfLost();
      },
    });
    let isLost = false;
    const endIfLost = async (): Promise<void> => {
      if (await mayGoOn(caller, row.projectId)) return;
      isLost = true;
      rounds.stop(lostAccess);
    };
    const watch = setInterval(() => void endIfLost(), watchMs);
    this.#running.set(id, rounds);
    context.signal.addEventListener('abort', () => rounds.stop(new Interrupted()));
    let isSaved = false;
    try {
      const { response } = await lastOf(rounds, context.signal);
      const left = response as Json;
      const isCancelled = isLost && left.status === 'failed';
      const ended = {
        response: isCancelled ? { ...left, status: 'cancelled' } : left,
        output: newOutputItems(rounds.output),
      };
      await this.#end(row, context, ended, await rounds.unsaved());
      isSaved = true;
    } finally {
      clearInterval(watch);
      this.#running.delete(id);
      rounds.report(isSaved);
    }
  }

  /**
   * Saves the finished rounds. Returns false if they are too large to store: then only the usage is saved. Throws a
   * LeaseLostError if another server makes the response.
   */
  async #save(
    row: StoredResponseRow,
    progress: Progress,
    last: EndedCall | undefined,
    { held }: JobContext,
  ): Promise<boolean> {
    const { id } = row;
    const text = JSON.stringify(progress);
    const textBytes = Buffer.byteLength(text);
    const fits = textBytes <= longestText();
    const bytes = Buffer.byteLength(row.body) + Buffer.byteLength(String(row.request)) + textBytes;
    await transaction(async (tx) => {
      if (!(await Job.lockHeld([held], tx)).has(held.id)) throw new LeaseLostError(`The job of ${id} is lost`);
      if (fits) await StoredResponse.update({ progress: text, bytes }, { where: { id }, transaction: tx });
      if (last !== undefined) await writeUsage(last, tx);
    });
    return fits;
  }

  async #end(row: StoredResponseRow, context: JobContext, ended: Ended, last?: EndedCall): Promise<void> {
    await transaction(async (tx) => {
      await context.finish(tx);
      const { response, output } = ended;
      await this.#services.responseStore.writeEnd(row, { response: { ...response, id: row.id }, output }, tx);
      if (last !== undefined) await writeUsage(last, tx);
    });
  }

  async #giveUp(projectId: string, id: string, tx: Transaction): Promise<void> {
    const row = await StoredResponse.hold(projectId, id, tx);
    if (row === null || StoredResponse.hasEnded(row)) return;
    const { response, output } = failedState(row, new Error('The servers that made the response died'));
    await this.#services.responseStore.writeEnd(row, { response: { ...response, id }, output }, tx);
  }
}

interface Ended {
  response: Json;
  output: ReturnType<typeof newOutputItems>;
}

const lostAccess = new ServiceError(
  'insufficient_permissions',
  'The credential that requested the response has lost its access to the project.',
);

const tooLargeToContinue = new ServiceError(
  'upstream_failed',
  'The response broke off: its rounds are together too large to store. Ask for less, or send background: false.',
);

/** Returns true if the check cannot be made, for example without a database. */
async function mayGoOn(caller: AbsentCaller, projectId: string): Promise<boolean> {
  try {
    const project = await readOne(Project, { id: projectId });
    return project !== undefined && (await presentCaller(caller, project)) !== undefined;
  } catch {
    return true;
  }
}

/** The server stops, or another server has the job. */
class Interrupted extends Error {}

/** Reads the events to the last one. An error of the response ends it as failed; a lost job throws. */
async function lastOf(rounds: Rounds, signal: AbortSignal): Promise<ResponseEvent> {
  let last: ResponseEvent | undefined;
  try {
    if (signal.aborted) throw new Interrupted();
    await rounds.begin();
    for await (const event of rounds.events()) last = event;
    return last as ResponseEvent;
  } catch (error) {
    if (signal.aborted || error instanceof LeaseLostError) throw error;
    return rounds.failed(error);
  }
}

/** Returns the response as its finished rounds left it. */
function stateOf(row: StoredResponseRow): { response: Json & { id: string }; output: Progress['writer']['output'] } {
  const body = JSON.parse(row.body) as Json;
  if (row.progress === null) return { response: { ...body, id: row.id }, output: [] };
  const { writer } = JSON.parse(row.progress) as Progress;
  return { response: { ...writer.response, id: row.id }, output: writer.output };
}

/** Returns the end of a response whose caller has lost the access. */
function cancelledState(row: StoredResponseRow): Ended {
  const { response, output } = failedState(row, lostAccess);
  return { response: { ...response, status: 'cancelled' }, output };
}

function failedState(row: StoredResponseRow, error: Error): Ended {
  const { response, output } = stateOf(row);
  return { response: { ...response, status: 'failed', error: failureOf(error) }, output: newOutputItems(output) };
}

function keyOf(id: string): string {
  return `${job.name} ${id}`;
}
