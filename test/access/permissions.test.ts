// Tests the decision function on every combination of operation, kind of credential, role and scope, without a server.
// permissions.txt shows what each role allows; it is reviewed like code. `UPDATE_PERMISSIONS=1` writes it.

import { readFileSync, writeFileSync } from 'node:fs';
import t from 'tap';
import { operationTable, type Permission, permissions } from '../../generated/operations.ts';
import { type Decision, decide } from '../../http/access/decide.ts';
import type { OperationNeeds } from '../../http/calls/index.ts';
import { allPermissions, organizationRoles, type Permissions, projectRoles } from '../../services/tenancy/index.ts';

const file = new URL('permissions.txt', import.meta.url);
const operations: [id: string, needs: OperationNeeds][] = Object.entries(operationTable);
const roles: Record<string, Permissions> = {
  admin: allPermissions,
  owner: organizationRoles.owner,
  member: organizationRoles.member,
  'project owner': projectRoles.owner,
  'project member': projectRoles.member,
  'project viewer': projectRoles.viewer,
};
const kinds = ['user', 'organization_key', 'project_key'] as const;
const tenancies = ['organization', 'project'];

/** The roles of each permission, as permissions.txt prints them. */
const printed = new Map(
  readFileSync(file, 'utf8')
    .split('\n')
    .slice(1)
    .map((line): [string, string[]] => {
      const [name = '', ...granted] = line.split(/ {2,}/);
      return [name, Object.keys(roles).filter((_, index) => granted[index] === 'yes')];
    }),
);

t.test('the decision follows the kind, then the role, then the scopes, for every combination', async (t) => {
  let cells = 0;
  const unexpected: string[] = [];
  const scopes: [name: string, scopes: Permissions | undefined][] = [
    ['all', undefined],
    ...permissions.map((one): [string, Permissions] => [one, new Set([one])]),
    ...permissions.map((one): [string, Permissions] => [`all but ${one}`, without(one)]),
  ];
  for (const [id, { access }] of operations) {
    for (const kind of kinds) {
      for (const [role, granted] of Object.entries(roles)) {
        for (const [name, scope] of scopes) {
          cells += 1;
          const claims = { kind, isAdmin: role === 'admin', permissions: granted, scopes: scope };
          const got = decide(access, claims);
          const wanted = expected(access, kind, role, name);
          if (got !== wanted) unexpected.push(`${id} ${kind} ${role} ${name}: ${got}, not ${wanted}`);
        }
      }
    }
  }
  // Own roles: each permission alone.
  for (const [id, { access }] of operations) {
    for (const one of permissions) {
      cells += 1;
      const got = decide(access, { kind: 'user', permissions: new Set([one]) });
      const isAccepted = access.callers.some((caller) => ['owner', 'member', 'anyone'].includes(caller));
      const isGranted = ['none', one].includes(access.permission);
      const wanted = !isAccepted ? 'kind' : isGranted ? 'allowed' : 'role';
      if (got !== wanted) unexpected.push(`${id} with ${one}: ${got}, not ${wanted}`);
    }
  }
  t.comment(`${cells} cells, ${unexpected.length} unexpected`);
  t.ok(cells > 100_000, 'cells');
  t.strictSame(unexpected.slice(0, 5), []);
});

/** Decides by the words of permissions.txt, in place of the server's sets. */
function expected(
  { callers, permission }: OperationNeeds['access'],
  kind: (typeof kinds)[number],
  role: string,
  scope: string,
): Decision {
  const isPublic = callers.includes('anyone');
  const ofUsers = role === 'admin' ? ['admin', 'owner', 'member'] : ['owner', 'member'];
  const accepted = kind === 'user' ? ofUsers : [kind];
  if (!isPublic && !callers.some((one) => accepted.includes(one))) return 'kind';
  if (permission === 'none') return 'allowed';
  if (!printed.get(permission)?.includes(role)) return 'role';
  const isScoped =
    scope === 'all' || (scope.startsWith('all but ') ? scope !== `all but ${permission}` : scope === permission);
  return isScoped ? 'allowed' : 'scope';
}

t.test('permissions.txt shows every permission with its roles', async (t) => {
  const rows = permissions.map((one) => [
    one,
    ...Object.values(roles).map((granted) => (granted.has(one) ? 'yes' : '-')),
  ]);
  const text = `${table([['permission', ...Object.keys(roles)], ...rows])}\n`;
  if (process.env.UPDATE_PERMISSIONS !== undefined) writeFileSync(file, text);
  t.equal(text, readFileSync(file, 'utf8'), 'run `UPDATE_PERMISSIONS=1 node test/access/permissions.test.ts`');
});

t.test('x-access names owner and member where these roles have the permission', async (t) => {
  for (const [id, { access }] of operations) {
    const { permission, callers, context } = access;
    // Directories are no people.
    if (!tenancies.includes(context) || permission === 'none' || permission === 'scim.write') continue;
    const named = ['owner', 'member'].filter((role) => callers.includes(role));
    const granted = ['owner', 'member'].filter((role) => roles[role]?.has(permission));
    t.strictSame(named, granted, id);
  }
});

t.test('only admins have the permissions of the server', async (t) => {
  const ofServer = permissions.filter((one) => one.startsWith('server.'));
  t.strictSame(ofServer, ['server.read', 'server.write']);
  for (const [id, { access, path }] of operations) {
    const isOfServer = ofServer.some((one) => one === access.permission);
    t.equal(isOfServer, path.startsWith('/admin') || path === '/metrics', id);
  }
});

function without(one: Permission): Permissions {
  return new Set(permissions.filter((other) => other !== one));
}

function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
