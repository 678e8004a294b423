// Cases that a deployment must pass as well: what belongs to one organization is not there for another one, and what belongs
// to one project not for another one of the organization. They are not in generated/contract-cases.json, since they take a
// second organization, and a second project.

import type { ContractCase, Elsewhere, OperationCases } from '../document/index.ts';
import { contractCases } from './requests.ts';

/**
 * Everybody's, or of people, who may be members of both organizations: there a key of another one may find what it is
 * asked for.
 */
const shared = new Set(['models', 'v1', 'mcp', 'own_organization', 'users']);

/** All operations, with every case that a run tries. */
export function allCases(): OperationCases[] {
  return contractCases.map(withTenantCases);
}

/** The operation, with cases in which keys from elsewhere ask for its things, where it has any. */
function withTenantCases(operation: OperationCases): OperationCases {
  const { operationId, path, caller, fixtures, cases } = operation;
  const things = Object.values(fixtures);
  const isScoped = ['organization_key', 'project_key'].includes(caller) && !path.startsWith('/admin/');
  // The least that is accepted of its owner: nothing else can be wrong with it.
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
