// The callers of the servers that answer from memory: the tenant's two keys, in a Map by the key itself.

import type { Tenant } from '../tenant.ts';
import type { Caller } from './answering.ts';

export function callersOf({ organizationId, projectId, organizationKey, projectKey }: Tenant): Map<string, Caller> {
  return new Map<string, Caller>([
    [
      organizationKey.value,
      { kind: 'organization_key', keyId: organizationKey.id, organizationId, projectId: undefined },
    ],
    [projectKey.value, { kind: 'project_key', keyId: projectKey.id, organizationId, projectId }],
  ]);
}
