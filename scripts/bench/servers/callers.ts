// The callers of the servers that answer from memory: a Map from the tenant's two keys to their callers.

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
