import { may } from './account.ts';
import type { ProjectContext, Schemas } from './types.ts';

/** Changes the project of the page, and draws the page again. */
export async function saveProject({ api, reload }: ProjectContext, body: Record<string, unknown>) {
  await api.post('/v1/organization/projects/{project_id}', { body: body as Schemas['UpdateProjectRequest'] });
  reload();
}

/**
 * Returns the models that the project may use; none if the reader may not list them.
 * @param query `additional_data`: with what they are for.
 */
export async function modelsOf(
  context: ProjectContext,
  query: { additional_data?: true } = {},
): Promise<Schemas['Model'][]> {
  const { api, project } = context;
  // An archived project refuses the calls of its own API.
  if (project.status === 'archived' || !may(context, 'models.read')) return [];
  return (await api.get('/v1/models', { query })).data;
}
