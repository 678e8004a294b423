import * as models from '../services/gateway/index.ts';
import type { Handler } from './handler.ts';

export const listModels: Handler<'listModels'> = async ({ query, project }, services) => {
  const known = await models.listModels(project, services);
  const data = known.map((model) => models.toResource(model, query.additional_data));
  return { status: 200, body: { object: 'list', data } };
};

export const retrieveModel: Handler<'retrieveModel'> = async ({ params, project }, services) => {
  return { status: 200, body: models.toResource(await models.getModel(project, params.model, services), false) };
};
