// Records the last use of keys, of their present value and of the one before a rotation.

import { AdminApiKey } from '../../models/admin-api-key.ts';
import { nowSeconds } from '../../models/clock.ts';
import { ProjectApiKey } from '../../models/project-api-key.ts';
import { type Log, Touches } from '../platform/index.ts';

export type LastUsed = Touches<
  'organization_key' | 'project_key' | 'previous organization_key' | 'previous project_key'
>;

export function recordUsesOfKeys(log: Log): LastUsed {
  const present = () => ({ lastUsedAt: nowSeconds() });
  const previous = () => ({ previousLastUsedAt: nowSeconds() });
  return new Touches(
    {
      organization_key: (id) => AdminApiKey.update(present(), { where: { id } }),
      project_key: (id) => ProjectApiKey.update(present(), { where: { id } }),
      'previous organization_key': (id) => AdminApiKey.update(previous(), { where: { id } }),
      'previous project_key': (id) => ProjectApiKey.update(previous(), { where: { id } }),
    },
    log,
  );
}
