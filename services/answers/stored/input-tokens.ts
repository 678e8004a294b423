// Counts the input tokens of a request for a response, without asking a model.

import type { components } from '../../../generated/openapi.ts';
import { withoutFiles, withSummaries } from '../../apis/index.ts';
import { checkModel, type Incoming, refuseIdsInResponse } from '../../gateway/index.ts';
import { countInput } from '../../limits/index.ts';
import { fileSearchRequest, inputItems } from '../rounds/request.ts';
import { checkSearches } from '../rounds/search.ts';
import { contextOf } from './context.ts';
import { withItems } from './references.ts';
import type { ResponseServices } from './route.ts';

type Schemas = components['schemas'];

/** Returns the input tokens, with those of the items that the response would continue. */
export async function countInputTokens(
  { project }: Incoming,
  given: Schemas['ResponseInputTokensRequest'],
  services: ResponseServices,
): Promise<{ status: 200; body: Schemas['ResponseInputTokens'] }> {
  await checkModel(project, given.model, services);
  refuseIdsInResponse(given);
  withSummaries(project, given, services);
  const { body } = await withItems(project, given, services);
  await checkSearches(project, fileSearchRequest(body), services);
  const { items, upstream } = await contextOf(project, body, services);
  const whole = withSummaries(project, { ...body, input: [...items, ...inputItems(body)] }, services);
  const { body: counted, tokens } = await withoutFiles(project, whole);
  const input_tokens = tokens + (upstream?.continued ?? 0) + (await countInput(counted));
  return { status: 200, body: { object: 'response.input_tokens', input_tokens } };
}
