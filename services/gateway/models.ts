// The models that a project may use: the server's own models and those of upstreams.

import type { components } from '../../generated/openapi.ts';
import type { ProjectRow } from '../../models/project.ts';
import { UnknownModelError } from '../platform/index.ts';
import { isAllowedModel } from '../tenancy/index.ts';
import type { LocalModel } from './embeddings/index.ts';
import { modelNotAllowed } from './inference.ts';
import type { Upstream, Upstreams } from './upstream/index.ts';

type Model = components['schemas']['Model'];
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

/** Returns the models that the project may use. */
export async function listModels(project: ProjectRow, services: ModelServices): Promise<KnownModel[]> {
  const known = await allModels(services);
  return known.filter(({ id }) => isAllowedModel(project, id)).slice(0, maxModels);
}

/**
 * Throws `model_not_found` if the project may not use the model, and an UnknownModelError if the model does not exist.
 */
export async function getModel(project: ProjectRow, id: string, services: ModelServices): Promise<KnownModel> {
  if (!isAllowedModel(project, id)) throw modelNotAllowed(id);
  const model = (await allModels(services)).find((candidate) => candidate.id === id);
  if (model === undefined) throw new UnknownModelError(id);
  return model;
}

/** Returns the model in the form of the public API, with additional data on request. */
export function toResource({ id, created, ownedBy, details }: KnownModel, withDetails: boolean): Model {
  return { id, object: 'model', created, owned_by: ownedBy, ...(withDetails ? { additional_data: details } : {}) };
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
