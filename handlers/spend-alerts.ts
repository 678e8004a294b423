import type { OrganizationRow } from '../models/organization.ts';
import type { ProjectRow } from '../models/project.ts';
import { SpendAlert } from '../models/spend-alert.ts';
import * as alerts from '../services/limits/index.ts';
import type { Handler } from './handler.ts';
import { envelope } from './list.ts';

const whole = ({ id }: OrganizationRow): alerts.Watched => ({ organizationId: id, projectId: null });
const part = ({ id, organizationId }: ProjectRow): alerts.Watched => ({ organizationId, projectId: id });

export const createSpendAlert: Handler<'createSpendAlert'> = async ({ organization, body }) => {
  return { status: 200, body: SpendAlert.toResource(await alerts.createSpendAlert(whole(organization), body)) };
};

export const listSpendAlerts: Handler<'listSpendAlerts'> = async ({ organization, query }) => {
  const page = await alerts.listSpendAlerts(whole(organization), query);
  return { status: 200, body: envelope(page, SpendAlert.toResource) };
};

export const getSpendAlert: Handler<'getSpendAlert'> = async ({ organization, params }) => {
  return { status: 200, body: SpendAlert.toResource(await alerts.getSpendAlert(whole(organization), params.alert_id)) };
};

export const updateSpendAlert: Handler<'updateSpendAlert'> = async ({ organization, params, body }) => {
  const alert = await alerts.updateSpendAlert(whole(organization), params.alert_id, body);
  return { status: 200, body: SpendAlert.toResource(alert) };
};

export const deleteSpendAlert: Handler<'deleteSpendAlert'> = async ({ organization, params }) => {
  await alerts.deleteSpendAlert(whole(organization), params.alert_id);
  return { status: 200, body: { id: params.alert_id, object: 'organization.spend_alert.deleted', deleted: true } };
};

export const createProjectSpendAlert: Handler<'createProjectSpendAlert'> = async ({ project, body }) => {
  return { status: 200, body: SpendAlert.toResource(await alerts.createSpendAlert(part(project), body)) };
};

export const listProjectSpendAlerts: Handler<'listProjectSpendAlerts'> = async ({ project, query }) => {
  const page = await alerts.listSpendAlerts(part(project), query);
  return { status: 200, body: envelope(page, SpendAlert.toResource) };
};

export const getProjectSpendAlert: Handler<'getProjectSpendAlert'> = async ({ project, params }) => {
  return { status: 200, body: SpendAlert.toResource(await alerts.getSpendAlert(part(project), params.alert_id)) };
};

export const updateProjectSpendAlert: Handler<'updateProjectSpendAlert'> = async ({ project, params, body }) => {
  const alert = await alerts.updateSpendAlert(part(project), params.alert_id, body);
  return { status: 200, body: SpendAlert.toResource(alert) };
};

export const deleteProjectSpendAlert: Handler<'deleteProjectSpendAlert'> = async ({ project, params }) => {
  await alerts.deleteSpendAlert(part(project), params.alert_id);
  return { status: 200, body: { id: params.alert_id, object: 'project.spend_alert.deleted', deleted: true } };
};
