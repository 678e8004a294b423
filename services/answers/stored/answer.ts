// Makes a response while its caller waits, and stores it when it has ended.

import { Conversation } from '../../../models/conversation.ts';
import { newId } from '../../../models/ids.ts';
import type { NewItem } from '../../../models/response-item.ts';
import { newResponse, type ResponseServices } from '../../apis/index.ts';
import type { Incoming } from '../../gateway/index.ts';
import type { Log, Queue } from '../../platform/index.ts';
import type { Config } from '../../settings/index.ts';
import type { EventSource } from '../rounds/event-body.ts';
import { type FileSearchRequest, inputItems } from '../rounds/request.ts';
import type { ResponseEvent } from '../rounds/response.ts';
import { type AnswerServices, Rounds } from '../rounds/rounds.ts';
import { contextOf, conversationIdIn, type History } from './context.ts';
import { newInputItems, newOutputItems } from './items.ts';
import { checkSettings, lockConversation, type ResponseStore } from './store.ts';

export type OwnServices = Omit<AnswerServices, 'config'> &
  ResponseServices & {
    config: Pick<Config, 'file_search' | 'search' | 'responses' | 'limits'>;
    log: Log;
    queue: Queue;
    responseStore: ResponseStore;
  };

type Json = Record<string, unknown>;

const lastEvents: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete', 'response.failed']);
/** How much longer a conversation is locked than a response may take. */
const lockSlackSeconds = 60;

export class Answer implements EventSource {
  readonly #call: Incoming;
  readonly #services: OwnServices;
  readonly #rounds: Rounds;
  readonly #id: string;
  readonly #isStored: boolean;
  readonly #input: NewItem[];
  readonly #context: History;

  private constructor(call: Incoming, request: FileSearchRequest, services: OwnServices, made: Made) {
    this.#call = call;
    this.#services = services;
    this.#id = made.id;
    this.#isStored = made.isStored;
    this.#context = made.context;
    const { conversationId, items, upstream } = made.context;
    const given = inputItems(request.body);
    // Their ids come before those of the output.
    this.#input = made.isStored || conversationId !== null ? newInputItems(given, ['body', 'input']) : [];
    const identity = { id: made.id, background: false, isStored: made.isStored, conversationId };
    this.#rounds = new Rounds(call, request, services, {
      identity,
      input: [...items, ...given],
      ...(upstream === undefined ? {} : { upstream }),
    });
  }

  /** Begins the response. Throws the errors that are known before the model answers. */
  static async begin(call: Incoming, request: FileSearchRequest, services: OwnServices): Promise<Answer> {
    const { project } = call;
    const id = newId('response');
    const conversationId = conversationIdIn(request.body);
    const isStored = request.body.store !== false && Boolean(project.storeResponses);
    if (isStored || conversationId !== null) await services.responseStore.checkRoom(project);
    if (conversationId !== null) {
      const seconds = services.config.file_search.timeout_seconds + lockSlackSeconds;
      await lockConversation(project, conversationId, id, seconds);
    }
    try {
      if (isStored) checkSettings(newResponse(request.body, { id, background: false, isStored, conversationId }));
      const context = await contextOf(project, request.body, services);
      const answer = new Answer(call, request, services, { id, isStored, context });
      await answer.#rounds.begin();
      return answer;
    } catch (error) {
      if (conversationId !== null) await Conversation.unlock(id, conversationId);
      throw error;
    }
  }

  /** Returns the events of the response. It is stored, and its conversation is free, before its last event. */
  async *events(): AsyncGenerator<ResponseEvent> {
    let isOver = false;
    try {
      for await (const event of this.#rounds.events()) {
        isOver = lastEvents.has(event.type);
        if (isOver) {
          await this.#keep(event.response);
          await this.#unlock();
        }
        yield event;
      }
    } finally {
      if (!isOver) await this.#unlock();
    }
  }

  stop(error: Error): void {
    this.#rounds.stop(error);
  }

  failed(error: unknown): ResponseEvent {
    const event = this.#rounds.failed(error);
    void this.#keep(event.response);
    return event;
  }

  /** Stores the response. A failed write must not fail the call: the caller has the response, and it is paid. */
  async #keep(response: unknown): Promise<void> {
    const { project } = this.#call;
    const whole = {
      response: response as Json & { id: string },
      isStored: this.#isStored,
      input: this.#input,
      output: newOutputItems(this.#rounds.output),
      context: this.#context,
    };
    try {
      await this.#services.responseStore.write(project, whole);
    } catch (error) {
      this.#services.log.warn({ err: error, response: this.#id }, 'could not store a response');
    }
  }

  async #unlock(): Promise<void> {
    const { conversationId } = this.#context;
    if (conversationId === null) return;
    await Conversation.unlock(this.#id, conversationId).catch((error: unknown) =>
      this.#services.log.warn({ err: error, conversation: conversationId }, 'could not unlock a conversation'),
    );
  }
}

interface Made {
  id: string;
  isStored: boolean;
  context: History;
}
