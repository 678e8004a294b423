import * as permissions from '../services/tenancy/index.ts';
import type { Handler } from './handler.ts';

const object = 'project.model_permissions';

export const getModelPermissions: Handler<'getModelPermissions'> = async ({ project }) => {
  return { status: 200, body: { object, ...permissions.getModelPermissions(project) } };
};

export const updateModelPermissions: Handler<'updateModelPermissions'> = async ({ project, body }) => {
  return { status: 200, body: { object, ...(await permissions.setModelPermissions(project, body)) } };
};

export const deleteModelPermissions: Handler<'deleteModelPermissions'> = async ({ project }) => {
  await permissions.deleteModelPermissions(project);
  return { status: 200, body: { object: 'project.model_permissions.deleted', deleted: true } };
};
