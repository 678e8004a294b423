import type { ProjectContext, Schemas } from './types.ts';

/** Changes the project of the page, and draws the page again. */
export async function saveProject({ api, reload }: ProjectContext, body: Record<string, unknown>) {
  await api.post('/v1/organization/projects/{project_id}', { body: body as Schemas['UpdateProjectRequest'] });
  reload();
}
