// The names of the groups of a usage report. What was deleted has none, and appears by its id.

/** @import { Api } from './types.ts' */
/** @import { Group, Report } from './usage-report.js' */

/**
 * @param {Api} api
 * @param {Group | undefined} group
 * @param {string[]} ids
 * @param {Report['projectOf']} projectOf
 * @returns {Promise<Map<string, string>>}
 */
export async function namesOf(api, group, ids, projectOf) {
  if (group === undefined || group === 'model' || group === 'mcp_tool') return new Map();
  const names = await Promise.allSettled(
    ids.filter((id) => id !== '').map(async (id) => /** @type {const} */ ([id, await nameOf(id)])),
  );
  return new Map(names.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));

  /** @param {string} id */
  async function nameOf(id) {
    if (group === 'project_id')
      return (await api.get('/v1/organization/projects/{project_id}', { params: { project_id: id } })).name;
    if (group === 'user_id')
      return (await api.get('/v1/organization/users/{user_id}', { params: { user_id: id } })).email;
    return await keyName(id, projectOf.get(id) ?? '');
  }

  /**
   * @param {string} id
   * @param {string} project whose calls the key made: it is the project's own, or the organization's.
   */
  async function keyName(id, project) {
    const params = { project_id: project, key_id: id };
    const own = api.get('/v1/organization/projects/{project_id}/api_keys/{key_id}', { params });
    const { name } = await own.catch(() =>
      api.get('/v1/organization/admin_api_keys/{key_id}', { params: { key_id: id } }),
    );
    return name;
  }
}
