// The models that a project may use: the server's own models and those of upstreams.

import type { components } from '../../generated/openapi.ts';
import type { ProjectRow } from '../../models/project.ts';
import { UnknownModelError } from '../platform/index.ts';
import { isAllowedModel } from '../tenancy/index.ts';
import type { LocalModel } from './embeddings/index.ts';
import { modelNotAllowed } from './inference.ts';
import type { Upstream, Upstreams } from './upstream/index.ts';

type Model = components['schemas']['Model'];
type AnthropicModel = components['schemas']['AnthropicModel'];
type Details = components['schemas']['ModelDetails'];

export interface KnownModel {
  id: string;
  created: number;
  ownedBy: string;
  details: Details;
}

interface ModelServices {
  upstreams: Upstreams;
  embedders: { local: readonly LocalModel[]; standardModel: string };
}

/** Returns a model that the server runs itself. */
function ownModel({ model, dimensions, description }: LocalModel, standardModel: string): KnownModel {
  const details: Details = {
    kind: 'embedding',
    upstream: null,
    context_length: 8192,
    dimensions,
    price: null,
    description,
    embeds_new_stores: model === standardModel,
  };
  return { id: model, created: 1_793_491_200, ownedBy: 'svc', details };
}

const maxModels = 10_000;
/** The last second of the year 9999. Later years have more than four digits. */
const lastSecond = 253_402_300_799;

/** Returns the models that the project may use. */
export async function listModels(project: ProjectRow, services: ModelServices): Promise<KnownModel[]> {
  const known = await allModels(services);
  return known.filter(({ id }) => isAllowedModel(project, id)).slice(0, maxModels);
}

/**
 * Throws `model_not_found` if the project may not use the model, and an UnknownModelError if the model does not exist.
 */
export async function getModel(project: ProjectRow, id: string, services: ModelServices): Promise<KnownModel> {
  if (!isAllowedModel(project, id)) throw modelNotAllowed(id, project);
  const model = (await allModels(services)).find((candidate) => candidate.id === id);
  if (model === undefined) throw new UnknownModelError(id);
  return model;
}

/** Returns the model in the form of the public API, with additional data on request. */
export function toResource({ id, created, ownedBy, details }: KnownModel, withDetails: boolean): Model {
  return { id, object: 'model', created, owned_by: ownedBy, ...(withDetails ? { additional_data: details } : {}) };
}

/** Returns the model in the form of Anthropic's API. */
export function toMessageModel({ id, created, details }: KnownModel): AnthropicModel {
  return {
    id,
    type: 'model',
    display_name: id,
    created_at: new Date(Math.min(created, lastSecond) * 1000).toISOString().replace('.000Z', 'Z'),
    max_input_tokens: details.context_length,
    max_tokens: null,
    capabilities: null,
    lifecycle: 'active',
    deprecated_at: null,
    retires_at: null,
    line: null,
  };
}

/** A part of a list of models, by the ids of its neighbours. */
export interface ModelWindow {
  limit: number;
  after_id?: string;
  before_id?: string;
}

/**
 * Returns the models between the two cursors, in the order of their ids: those next to `after_id`, or else those next to
 * `before_id`. The id of a model that the project no longer has is still a valid cursor.
 */
export function pageOfModels(
  models: readonly KnownModel[],
  { limit, after_id, before_id }: ModelWindow,
): { page: readonly KnownModel[]; hasMore: boolean } {
  const between = models
    .filter(({ id }) => (after_id === undefined || id > after_id) && (before_id === undefined || id < before_id))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const isBackwards = after_id === undefined && before_id !== undefined;
  return { page: isBackwards ? between.slice(-limit) : between.slice(0, limit), hasMore: between.length > limit };
}

function priceOf(model: string, upstream: Upstream): Details['price'] {
  const price = upstream.priceOf(model);
  if (price === undefined) return null;
  const { input, output } = price;
  return {
    input,
    output,
    cached_input: price.cached_input ?? input,
    cache_write: price.cache_write ?? input,
    audio_input: price.audio_input ?? input,
    reasoning: price.reasoning ?? output,
    audio_output: price.audio_output ?? output,
  };
}

/** The server's own models take precedence over upstream models of the same name. */
async function allModels({ upstreams, embedders: { local, standardModel } }: ModelServices): Promise<KnownModel[]> {
  const offered = await upstreams.catalogue.list();
  return [
    ...local.map((model) => ownModel(model, standardModel)),
    ...offered
      .filter(({ model }) => local.every((own) => own.model !== model.id))
      .map(({ model, upstream }) => ({
        id: model.id,
        created: model.created,
        ownedBy: model.ownedBy,
        details: {
          kind: model.kind,
          upstream: upstream.settings.name,
          context_length: model.contextLength,
          dimensions: model.dimensions,
          price: priceOf(model.id, upstream),
          description: null,
          embeds_new_stores: model.id === standardModel,
        },
      })),
  ];
}
