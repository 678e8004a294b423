// The models that a project may use.

import type { components } from '../generated/openapi.ts';
import type { ProjectRow } from '../models/project.ts';
import { builtInModel } from './embeddings/built-in.ts';
import { notFound, ServiceError } from './errors.ts';

type Model = components['schemas']['Model'];

export interface KnownModel {
  id: string;
  created: number;
  ownedBy: string;
  details: components['schemas']['ModelDetails'];
}

/** Needs nothing from outside: every server can embed. */
const builtIn: KnownModel = {
  id: builtInModel,
  created: 1_793_491_200,
  ownedBy: 'svc',
  details: { kind: 'embedding', upstream: null, context_length: 8192, dimensions: 384 },
};

const known: readonly KnownModel[] = [builtIn];

/** The models that the project may use. */
export function listModels(project: ProjectRow): KnownModel[] {
  return known.filter(({ id }) => isAllowed(project, id));
}

/** Throws `model_not_found` for a model that the project may not use, `not_found` for one that nobody serves. */
export function getModel(project: ProjectRow, id: string): KnownModel {
  const model = known.find((candidate) => candidate.id === id);
  if (model === undefined) throw notFound('model', id);
  if (!isAllowed(project, id))
    throw new ServiceError('model_not_found', `The project may not use the model '${id}'.`, { param: 'model' });
  return model;
}

/** The model as the public API shows it; with the details only on request. */
export function toResource({ id, created, ownedBy, details }: KnownModel, withDetails: boolean): Model {
  return { id, object: 'model', created, owned_by: ownedBy, ...(withDetails ? { additional_data: details } : {}) };
}

function isAllowed(project: ProjectRow, id: string): boolean {
  const allowed = JSON.parse(project.models) as string[];
  return allowed.length === 0 || allowed.includes(id);
}
