// Compacts the conversation of a request: the items of the response that it continues, and its input.

import type { components } from '../../../generated/openapi.ts';
import { compactionQuestion, withFileBytes, withSummaries } from '../../apis/index.ts';
import {
  callModel,
  checkModel,
  type ForwardedResponse,
  type Incoming,
  refuseIdsInResponse,
  withBody,
} from '../../gateway/index.ts';
import { inputItems } from '../rounds/request.ts';
import { contextOf } from './context.ts';
import { itemOfUser } from './items.ts';
import { withItems } from './references.ts';
import type { ResponseServices } from './route.ts';

type Json = Record<string, unknown>;

/** Returns the messages of the user, and an item that stands for the rest of the conversation. */
export async function compactResponse(
  given: Incoming,
  asked: components['schemas']['CompactResponseRequest'],
  services: ResponseServices,
): Promise<ForwardedResponse> {
  const { project } = given;
  await checkModel(project, asked.model, services);
  refuseIdsInResponse(asked);
  withSummaries(project, asked, services);
  const { body } = await withItems(project, asked, services);
  const { model, previous_response_id } = body;
  const { items, upstream } = await contextOf(
    project,
    { model, previous_response_id: previous_response_id ?? null },
    services,
  );
  const input = [...items, ...inputItems(body)];
  const { previousId, ...only } = upstream ?? {};
  const { stream: _, store: __, background: ___, conversation: ____, ...rest } = body as Json & { model: string };
  const whole = { ...rest, input, previous_response_id: previousId ?? null };
  const sent = await withFileBytes(project, withSummaries(project, whole, services), services);
  const question = compactionQuestion(sent, project, input.flatMap(itemOfUser), services);
  return callModel(withBody(given, sent), { ...question, ...only }, services);
}
