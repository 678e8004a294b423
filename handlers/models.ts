import * as models from '../services/inference/models.ts';
import type { Handler } from './handler.ts';

export const listModels: Handler<'listModels'> = async ({ query, project }, { upstreams }) => {
  const known = await models.listModels(project, upstreams);
  const data = known.map((model) => models.toResource(model, query.additional_data));
  return { status: 200, body: { object: 'list', data } };
};

export const retrieveModel: Handler<'retrieveModel'> = async ({ params, project }, { upstreams }) => {
  return { status: 200, body: models.toResource(await models.getModel(project, params.model, upstreams), false) };
};
