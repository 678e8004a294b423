import * as models from '../services/models.ts';
import type { Handler } from './handler.ts';

export const listModels: Handler<'listModels'> = ({ query, project }) => {
  const data = models.listModels(project).map((model) => models.toResource(model, query.additional_data));
  return { status: 200, body: { object: 'list', data } };
};

export const retrieveModel: Handler<'retrieveModel'> = ({ params, project }) => {
  return { status: 200, body: models.toResource(models.getModel(project, params.model), false) };
};
