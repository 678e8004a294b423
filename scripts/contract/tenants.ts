// Tenant isolation cases for deployments: a resource of one organization or project must not be visible to another one.
// generated/contract-cases.json does not have these cases, because they need a second organization and a second
// project.

import type { ContractCase, Elsewhere, OperationCases } from '../document/index.ts';
import { contractCases } from './requests.ts';

/**
 * Collections that are not specific to a tenant, and people, who may be members of both organizations. A key of another
 * tenant may find these.
 */
const shared = new Set([
  'models',
  'v1',
  'mcp',
  'own_organization',
  'members',
  'member_addresses',
  'users',
  'ResourceTypes',
  'Schemas',
]);

/** Returns all operations with their cases, tenant isolation included. */
export function allCases(): OperationCases[] {
  return contractCases.map(withTenantCases);
}

/**
 * Returns the operation with cases in which keys of other tenants request its resources. Operations without resources
 * are unchanged.
 */
function withTenantCases(operation: OperationCases): OperationCases {
  const { operationId, path, caller, fixtures, cases } = operation;
  const things = Object.values(fixtures);
  const isScoped = ['organization_key', 'project_key'].includes(caller) && !path.startsWith('/admin/');
  // The smallest request that succeeds for the owner, so that only the tenant can be wrong.
  const least = cases.find(({ id }) => /\/accepted\/-\/(least|plain)$/.test(id));
  if (!isScoped || least === undefined || things.length === 0 || things.some((name) => shared.has(name)))
    return operation;
  const strangers: Elsewhere[] = [
    'another_organization',
    ...(caller === 'project_key' ? ['another_project' as const] : []),
  ];
  const hidden = strangers.map(
    (credential): ContractCase => ({
      ...least,
      id: `${operationId}/tenant/-/${credential.replace('_', '-')}`,
      rule: 'tenant',
      request: { ...least.request, credential },
      expect: { status: 404, code: 'not_found' },
    }),
  );
  return { ...operation, cases: [...cases, ...hidden] };
}
