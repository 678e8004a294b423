// Decides whether this server or an upstream makes and stores a response, and calls that one.

import type { components } from '../../../generated/openapi.ts';
import type { PageQuery } from '../../../models/page.ts';
import type { ProjectRow } from '../../../models/project.ts';
import { ResponseItem } from '../../../models/response-item.ts';
import type { StoredResponseRow } from '../../../models/stored-response.ts';
import * as upstream from '../../apis/index.ts';
import {
  CannotStoreResponse,
  type ForwardedResponse,
  type Incoming,
  mayHaveOnlyChat,
  refuseIdsInResponse,
  withBody,
} from '../../gateway/index.ts';
import { existing, readInTurn, valueError } from '../../platform/index.ts';
import { EventBody, type EventSource } from '../rounds/event-body.ts';
import { RoundRefused } from '../rounds/model-round.ts';
import { fileSearchRequest, hasFileSearch, type ResponseRequest } from '../rounds/request.ts';
import type { ResponseEvent } from '../rounds/response.ts';
import { checkSearches } from '../rounds/search.ts';
import { Answer, type OwnServices } from './answer.ts';
import type { BackgroundAnswers } from './background.ts';
import { continuesOwn, findStored } from './context.ts';
import { cursorOf, pageSize } from './conversations.ts';
import { asSeen, showsResults, toItem } from './items.ts';
import { withItems } from './references.ts';
import { Replay, type Shown } from './replay.ts';

type Schemas = components['schemas'];
type Reply<Name extends keyof Schemas> = { status: 200; headers?: Record<string, string>; body: Schemas[Name] };
type ModelResponse = Schemas['ModelResponse'];

export type ResponseServices = OwnServices & { backgroundAnswers: BackgroundAnswers };

/**
 * Creates a response, and names the tools that are left out. Throws the errors that are known before the model answers.
 */
export async function createResponse(
  call: Incoming,
  given: ResponseRequest,
  services: ResponseServices,
): Promise<Reply<'ModelResponse'> | ForwardedResponse> {
  const answer = await answerTo(call, given, services);
  const headers = answer.status < 300 ? upstream.ignoredToolsHeaders(upstream.ignoredToolsOf(given, services)) : {};
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

async function answerTo(
  call: Incoming,
  given: ResponseRequest,
  services: ResponseServices,
): Promise<Reply<'ModelResponse'> | ForwardedResponse> {
  const { project } = call;
  refuseIdsInResponse(given);
  upstream.withSummaries(project, given, services);
  const { body, hasOwn } = await withItems(project, given, services);
  if (!project.storeResponses && body.background === true) await services.responseStore.checkRoom(project);
  if (!hasOwn && !(await isOwn(project, body, services))) {
    try {
      return await passOn(call, body, services);
    } catch (error) {
      if (!(error instanceof CannotStoreResponse)) throw error;
    }
  }
  const request = fileSearchRequest(body);
  if (body.background === true) {
    checkBackground(body);
    await checkSearches(project, request, services);
    const response = await services.backgroundAnswers.add(call, request);
    if (body.stream !== true) return { status: 200, body: response as ModelResponse };
    return streamed(replayOf(project, String(response.id), { include: body.include ?? [] }), services);
  }
  await checkSearches(project, request, services);
  try {
    const answer = await Answer.begin(call, request, services);
    return body.stream === true ? streamed(answer, services) : await whole(answer);
  } catch (error) {
    if (error instanceof RoundRefused) return error.answer;
    throw error;
  }
}

/**
 * Returns true if this server makes the response itself. It also does so if an upstream that may be asked has only chat
 * completions and so cannot keep the response, unless the response is not kept anyway. Sometimes only the call shows
 * that an upstream has only chat completions. The call then throws CannotStoreResponse.
 */
async function isOwn(project: ProjectRow, body: ResponseRequest, services: ResponseServices): Promise<boolean> {
  if (hasFileSearch(body) || (await continuesOwn(project, body))) return true;
  if (!mayHaveOnlyChat(body.model, services)) return false;
  return body.background === true || (body.store !== false && Boolean(project.storeResponses));
}

function checkBackground({ store }: ResponseRequest): void {
  if (store === false) throw valueError(['body', 'store'], 'a response in the background has to be stored', false);
}

/** Sends the request to an upstream, which keeps the response. */
function passOn(call: Incoming, body: ResponseRequest, services: ResponseServices): Promise<ForwardedResponse> {
  if (call.project.storeResponses || body.store === false) return upstream.createResponse(call, body, services);
  const unstored = { ...body, store: false };
  return upstream.createResponse(withBody(call, unstored), unstored, services);
}

function streamed(answer: EventSource, { log }: ResponseServices): ForwardedResponse {
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' };
  return { status: 200, headers, body: new EventBody(answer, log) };
}

async function whole(answer: Answer): Promise<Reply<'ModelResponse'>> {
  let last: ResponseEvent | undefined;
  for await (const event of answer.events()) last = event;
  return { status: 200, body: last?.response as ModelResponse };
}

/** Returns a response. Throws `not_found`. */
export async function getResponse(
  call: Incoming,
  id: string,
  query: { stream?: boolean; starting_after?: number; include?: string[]; include_obfuscation?: boolean },
  services: ResponseServices,
): Promise<Reply<'ModelResponse'> | ForwardedResponse> {
  const row = await findStored(call.project, id);
  if (row === undefined) return upstream.askForResponse(call, { id, query }, services);
  if (query.stream === true) return streamed(replayOf(call.project, id, query), services);
  const bytes = await ResponseItem.outputBytes(id);
  return { status: 200, body: await readInTurn(call, bytes, () => shown(row, query.include)) };
}

function replayOf(
  project: ProjectRow,
  id: string,
  { starting_after: after, include }: { starting_after?: number; include?: string[] },
): Replay {
  return new Replay({ after, find: () => findStored(project, id), show: (row) => shown(row, include) });
}

async function shown(row: StoredResponseRow, include?: string[]): Promise<ModelResponse & Shown> {
  const items = await ResponseItem.outputOf(row.id);
  const output = items.map((item) => asSeen(item, showsResults(include)));
  return { ...JSON.parse(row.body), status: row.status, output };
}

/** Deletes a response. Throws `not_found`. */
export async function deleteResponse(
  call: Incoming,
  id: string,
  services: ResponseServices,
): Promise<Reply<'DeletedResponse'> | ForwardedResponse> {
  const row = await findStored(call.project, id);
  if (row === undefined) return upstream.deleteResponse(call, id, services);
  await services.backgroundAnswers.remove(row);
  return { status: 200, body: { id, object: 'response', deleted: true } };
}

/** Cancels a background response, and returns it. Throws `not_found` or `response_not_cancellable`. */
export async function cancelResponse(
  call: Incoming,
  id: string,
  services: ResponseServices,
): Promise<Reply<'ModelResponse'> | ForwardedResponse> {
  const row = await findStored(call.project, id);
  if (row === undefined) return upstream.askForResponse(call, { id, below: '/cancel' }, services);
  await services.backgroundAnswers.cancel(call.project, id);
  return { status: 200, body: await shown(await reread(call.project, id)) };
}

async function reread(project: ProjectRow, id: string): Promise<StoredResponseRow> {
  return existing(await findStored(project, id), 'response', id);
}

/** Lists the input items of a response. Throws `not_found`. */
export async function listInputItems(
  call: Incoming,
  id: string,
  query: { after?: string; limit?: number; order?: 'asc' | 'desc'; include?: string[] },
  services: ResponseServices,
): Promise<Reply<'InputItemList'> | ForwardedResponse> {
  const row = await findStored(call.project, id);
  if (row === undefined) return upstream.askForResponse(call, { id, below: '/input_items', query }, services);
  const scope = { responseId: row.id };
  const window: PageQuery = {
    limit: query.limit ?? 20,
    order: query.order ?? 'desc',
    after: await cursorOf(scope, 'after', query.after),
  };
  const { rows, hasMore } = await ResponseItem.page({ ...scope, isOutput: 0 }, window, pageSize(call, services));
  const data = rows.map((item) => toItem(item, showsResults(query.include)));
  const [first, last] = [data[0]?.id ?? null, data.at(-1)?.id ?? null];
  return { status: 200, body: { object: 'list', data, first_id: first, last_id: last, has_more: hasMore } };
}
