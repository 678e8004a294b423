// Writes responses of this server, with their items.

import { LRUCache } from 'lru-cache';
import type { Transaction } from 'sequelize';
import { nowSeconds } from '../../../models/clock.ts';
import { longestText, transaction } from '../../../models/connection.ts';
import { Conversation } from '../../../models/conversation.ts';
import { createdAt } from '../../../models/ids.ts';
import { readOne } from '../../../models/page.ts';
import type { ProjectRow } from '../../../models/project.ts';
import { type NewItem, ResponseItem, type ResponseItemRow } from '../../../models/response-item.ts';
import { rowOverheadBytes } from '../../../models/statements.ts';
import { type ResponseStatus, StoredResponse, type StoredResponseRow } from '../../../models/stored-response.ts';
import type { DiskSpace } from '../../files/index.ts';
import { Microbatcher, notFound, ServiceError } from '../../platform/index.ts';
import type { Config } from '../../settings/index.ts';
import type { History } from './context.ts';

type Json = Record<string, unknown>;

const secondsPerDay = 86_400;
/**
 * The lifetime in milliseconds of the cached sum of a project's bytes. Within this time a project can exceed its limit on
 * other servers.
 */
const sumMs = 30_000;
/** The most responses that one transaction stores. */
const writesAtOnce = 50;
/** A response with more items is stored in a transaction of its own. */
const itemsWithOthers = 500;

/** A response with its items. */
export interface WholeResponse {
  response: Json & { id: string };
  /** False: only the items are stored, in the conversation. */
  isStored: boolean;
  input: readonly NewItem[];
  output: readonly NewItem[];
  context: History;
}

interface Ended {
  project: ProjectRow;
  whole: WholeResponse;
}

export class ResponseStore {
  readonly #settings: Config['responses'];
  readonly #space: Pick<DiskSpace, 'check'> | undefined;
  readonly #writes = new Microbatcher((ended: Ended[]) => transaction((tx) => this.#writeAll(ended, tx)), {
    max: writesAtOnce,
  });
  readonly #bytes = new LRUCache<string, { sum: number }>({ max: 10_000, ttl: sumMs });

  /** @param settings live settings. @param space the disk of the database; undefined if this server does not see it. */
  constructor(settings: Config['responses'], space: Pick<DiskSpace, 'check'> | undefined) {
    this.#settings = settings;
    this.#space = space;
  }

  /**
   * Throws `responses_not_stored` if the project does not store responses, `response_bytes` if its storage is full, or
   * `insufficient_storage` if the disk is.
   */
  async checkRoom(project: ProjectRow): Promise<void> {
    if (!project.storeResponses)
      throw new ServiceError('responses_not_stored', 'The project does not store responses (store_responses).');
    let bytes = this.#bytes.get(project.id);
    if (bytes === undefined) {
      bytes = { sum: await StoredResponse.bytesOf(project.id) };
      this.#bytes.set(project.id, bytes);
    }
    const most = this.#settings.project_bytes;
    if (bytes.sum >= most)
      throw new ServiceError(
        'response_bytes',
        `The project's stored responses and conversations take up ${bytes.sum} of ${most} bytes. Delete some, or send store: false.`,
      );
    await this.#space?.check(0);
  }

  /** Reads the sums of all projects anew. */
  forgetSums(): void {
    this.#bytes.clear();
  }

  /**
   * Stores the response and its items, in one transaction with other responses that end meanwhile. Adds the items to
   * its conversation, unless the response has failed.
   */
  async write(project: ProjectRow, whole: WholeResponse): Promise<void> {
    if (!whole.isStored && whole.context.conversationId === null) return;
    const { input, output } = whole;
    // Others would wait for the whole transaction.
    if (input.length + output.length > itemsWithOthers)
      await transaction((tx) => this.#writeAll([{ project, whole }], tx));
    else await this.#writes.add({ project, whole });
    this.count(project, bytesOf([...input, ...output]));
  }

  /** Adds bytes to the cached sum of the project's bytes. */
  count(project: Pick<ProjectRow, 'id'>, bytes: number): void {
    const cached = this.#bytes.get(project.id);
    if (cached !== undefined) cached.sum += bytes;
  }

  /** Stores a background response that has not begun. */
  async writeQueued(
    project: ProjectRow,
    { response, input, context }: Pick<WholeResponse, 'response' | 'input' | 'context'>,
    request: Json,
    tx: Transaction,
  ): Promise<void> {
    const row = this.#rowOf(project, response, context);
    const text = JSON.stringify(request);
    const bytes = Buffer.byteLength(text);
    checkRequest(bytes);
    await StoredResponse.create({ ...row, request: text, bytes: row.bytes + bytes }, { transaction: tx });
    await StoredResponse.keepUntil(context.chain, row.expiresAt, tx);
    const owner = { projectId: project.id, responseId: response.id, conversationId: null };
    await ResponseItem.addAll(ResponseItem.rowsOf(owner, input), tx);
  }

  /** Ends a background response: stores its output, and adds all items to its conversation, unless it has failed. */
  async writeEnd(
    row: StoredResponseRow,
    { response, output }: Pick<WholeResponse, 'response' | 'output'>,
    tx: Transaction,
  ): Promise<void> {
    const { id, projectId, conversationId } = row;
    const body = bodyOf(response);
    const expiresAt = this.#expiry(nowSeconds());
    const ended = { body, status: statusOf(response), bytes: Buffer.byteLength(body), expiresAt };
    await StoredResponse.update({ ...ended, request: null, progress: null }, { where: { id }, transaction: tx });
    const owner = { projectId, responseId: id, conversationId: null };
    await ResponseItem.addAll(ResponseItem.rowsOf(owner, output), tx);
    if (conversationId === null) return;
    const joins = await holdConversation(conversationId, tx);
    if (joins && ended.status !== 'failed' && ended.status !== 'cancelled')
      await ResponseItem.update({ conversationId }, { where: { responseId: id }, transaction: tx });
    await Conversation.unlock(id, conversationId, tx);
  }

  async #writeAll(ended: readonly Ended[], tx: Transaction): Promise<undefined[]> {
    const expiresAt = this.#expiry(nowSeconds());
    const items: ResponseItemRow[] = [];
    for (const { project, whole } of ended) {
      const { response, isStored, input, output, context } = whole;
      const conversationId = await this.#conversationOf(whole, tx);
      const owner = { projectId: project.id, responseId: isStored ? response.id : null, conversationId };
      if (isStored) await StoredResponse.keepUntil(context.chain, expiresAt, tx);
      if (isStored || conversationId !== null) items.push(...ResponseItem.rowsOf(owner, [...input, ...output]));
    }
    const stored = ended.filter(({ whole }) => whole.isStored);
    const rows = stored.map(({ project, whole }) => this.#rowOf(project, whole.response, whole.context));
    await StoredResponse.addAll(rows, tx);
    await ResponseItem.addAll(items, tx);
    return ended.map(() => undefined);
  }

  async #conversationOf(
    { response, context: { conversationId } }: WholeResponse,
    tx: Transaction,
  ): Promise<string | null> {
    if (conversationId === null || statusOf(response) === 'failed') return null;
    return (await holdConversation(conversationId, tx)) ? conversationId : null;
  }

  #rowOf(project: ProjectRow, response: WholeResponse['response'], context: History): StoredResponseRow {
    const body = bodyOf(response);
    return {
      id: response.id,
      projectId: project.id,
      status: statusOf(response),
      background: response.background === true,
      body,
      previousId: context.chain.at(-1) ?? null,
      conversationId: context.conversationId,
      request: null,
      progress: null,
      bytes: Buffer.byteLength(body),
      expiresAt: this.#expiry(createdAt(response.id)),
      createdAt: createdAt(response.id),
    };
  }

  #expiry(from: number): number {
    return from + this.#settings.retention_days * secondsPerDay;
  }
}

/** Locks a conversation for a response. Throws `not_found` or `conversation_locked`. */
export async function lockConversation(
  project: ProjectRow,
  id: string,
  responseId: string,
  seconds: number,
): Promise<void> {
  if ((await readOne(Conversation, { projectId: project.id, id })) === undefined)
    throw new ServiceError('not_found', notFound('conversation', id).message, { param: 'conversation' });
  const now = nowSeconds();
  if (await Conversation.lockFor(responseId, id, now, now + seconds)) return;
  throw conversationLocked();
}

export function conversationLocked(): ServiceError {
  return new ServiceError(
    'conversation_locked',
    'A response is continuing the conversation. Try again when it has ended.',
    { param: 'conversation' },
  );
}

/** Holds the row of a conversation, so that it is not deleted meanwhile. Returns false if it was deleted. */
async function holdConversation(id: string, tx: Transaction): Promise<boolean> {
  return (await Conversation.findOne({ where: { id }, lock: true, transaction: tx })) !== null;
}

/** Returns the bytes of rows with their overhead. */
export function bytesOf(rows: readonly { bytes: number }[]): number {
  return rows.reduce((sum, { bytes }) => sum + bytes + rowOverheadBytes, 0);
}

/**
 * Throws `body_too_large` if the settings of a response, such as its instructions and tools, are too large to store.
 */
export function checkSettings(response: Json): void {
  checkRequest(Buffer.byteLength(bodyOf(response)));
}

function checkRequest(bytes: number): void {
  if (bytes > longestText())
    throw new ServiceError(
      'body_too_large',
      `A request whose response is stored may have at most ${longestText()} bytes beside its items. This one has ${bytes}. Shorten it, or send store: false.`,
    );
}

function bodyOf({ output: _, ...body }: Json): string {
  return JSON.stringify(body);
}

function statusOf({ status }: Json): ResponseStatus {
  return status as ResponseStatus;
}
