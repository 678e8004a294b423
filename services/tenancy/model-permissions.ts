// The models of a project as the public API shows them: one list, of allowed or of denied models. The list of allowed
// models is the project's `models`.

import type { components } from '../../generated/openapi.ts';
import { transaction } from '../../models/connection.ts';
import type { ProjectRow } from '../../models/project.ts';
import { auditEvent, changeDetails } from '../audit/index.ts';
import { ServiceError } from '../platform/index.ts';
import { deniedModelsIn } from './project-rules.ts';
import { lockProject } from './projects.ts';

type Permissions = Pick<components['schemas']['ModelPermissions'], 'mode' | 'model_ids'>;

/** Returns the allowed or the denied models. Throws `not_found` if the project may use every model. */
export function getModelPermissions(project: ProjectRow): Permissions {
  const found = permissionsIn(project);
  if (found === undefined) {
    throw new ServiceError(
      'not_found',
      `The project '${project.id}' has no model permissions: it may use every model.`,
    );
  }
  return found;
}

/** Replaces the allowed or denied models. Throws `not_found`. */
export async function setModelPermissions(project: ProjectRow, permissions: Permissions): Promise<Permissions> {
  await change(project, permissions);
  return permissions;
}

/** Lets the project use every model. Throws `not_found` if it may already. */
export async function deleteModelPermissions(project: ProjectRow): Promise<void> {
  getModelPermissions(project);
  await change(project, undefined);
}

function permissionsIn(project: ProjectRow): Permissions | undefined {
  const [allowed, denied] = [JSON.parse(project.models) as string[], deniedModelsIn(project)];
  if (denied.length > 0) return { mode: 'deny_list', model_ids: denied };
  return allowed.length === 0 ? undefined : { mode: 'allow_list', model_ids: allowed };
}

async function change(before: ProjectRow, to: Permissions | undefined): Promise<void> {
  const { id } = before;
  await transaction(async (tx) => {
    const found = await lockProject(before, tx);
    const details = changeDetails(
      { model_permissions: to ?? null },
      { model_permissions: permissionsIn(found) ?? null },
    );
    await auditEvent({ type: 'project.updated', projectId: id, targetId: id, details }, tx);
    const [allowed, denied] = to?.mode === 'deny_list' ? [[], to.model_ids] : [to?.model_ids ?? [], undefined];
    const deniedModels = denied === undefined ? null : JSON.stringify(denied);
    await found.update({ models: JSON.stringify(allowed), deniedModels }, { transaction: tx });
  });
}
