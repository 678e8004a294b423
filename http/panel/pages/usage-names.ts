// The names of the groups of a usage report. What was deleted has none, and appears by its id.

import type { Api, Group, Report } from '../api/index.ts';

/** A browser refuses thousands of requests at once. */
const atOnce = 50;

/** Adds the names of the groups that have none yet. */
export async function addNames(
  names: Map<string, string>,
  api: Api,
  group: Group | undefined,
  ids: string[],
  projectOf: Report['projectOf'],
): Promise<void> {
  if (group === undefined || group === 'model' || group === 'mcp_tool') return;
  const missing = ids.filter((id) => id !== '' && !names.has(id));
  for (let at = 0; at < missing.length; at += atOnce)
    await Promise.allSettled(missing.slice(at, at + atOnce).map(async (id) => names.set(id, await nameOf(id))));

  async function nameOf(id: string) {
    if (group === 'project_id')
      return (await api.get('/v1/organization/projects/{project_id}', { params: { project_id: id } })).name;
    if (group === 'user_id')
      return (await api.get('/v1/organization/users/{user_id}', { params: { user_id: id } })).email;
    return await keyName(id, projectOf.get(id) ?? '');
  }

  /** @param project whose calls the key made: it is the project's own, or the organization's. */
  async function keyName(id: string, project: string) {
    const params = { project_id: project, key_id: id };
    const own = api.get('/v1/organization/projects/{project_id}/api_keys/{key_id}', { params });
    const { name } = await own.catch(() =>
      api.get('/v1/organization/admin_api_keys/{key_id}', { params: { key_id: id } }),
    );
    return name;
  }
}
