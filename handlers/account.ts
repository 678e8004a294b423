import type { components } from '../generated/openapi.ts';
import {
  type AccountState,
  updateAccount as changeAccount,
  changePassword,
  getAccount as readAccount,
} from '../services/people/index.ts';
import type { Permissions } from '../services/tenancy/index.ts';
import type { Handler } from './handler.ts';

export const getAccount: Handler<'getAccount'> = async ({ caller }, { mail }) => {
  return { status: 200, body: toResource(await readAccount(caller), mail) };
};

export const updateAccount: Handler<'updateAccount'> = async ({ body, caller }, { mail }) => {
  return { status: 200, body: toResource(await changeAccount(caller, body), mail) };
};

export const updateAccountPassword: Handler<'updateAccountPassword'> = async ({ body, caller, address }) => {
  await changePassword(caller, { current: body.current_password, next: body.password }, address);
  return { status: 200, body: { status: 'ok' } };
};

type Shown = components['schemas']['AccountOrganization'];

/** The most projects with permissions of their own, of all organizations together. */
const mostProjects = 1000;

function shownOrganizations(organizations: AccountState['organizations']): Shown[] {
  const own = organizations.flatMap(({ grants: { projects, elsewhere } }) =>
    [...projects].filter(([, granted]) => !isSame(granted, elsewhere)).map(([id]) => id),
  );
  const shown = new Set(own.toSorted().slice(-mostProjects));
  return organizations.map(({ id, name, role, grants: { organization, projects, elsewhere } }) => ({
    ...{ id, name, role, permissions: listed(organization), project_permissions: listed(elsewhere) },
    projects: [...projects].flatMap(([project, granted]) =>
      shown.has(project) ? [{ id: project, permissions: listed(granted) }] : [],
    ),
  }));
}

function isSame(one: Permissions, other: Permissions): boolean {
  return one.size === other.size && one.isSubsetOf(other);
}

function listed(granted: Permissions): Shown['permissions'] {
  return [...granted].toSorted() as Shown['permissions'];
}

function toResource(
  { user, organizations }: AccountState,
  mail: { configured: boolean },
): components['schemas']['Account'] {
  return {
    id: user.id,
    object: 'user',
    email: user.email,
    name: user.name,
    is_admin: Boolean(user.isAdmin),
    default_organization_id: user.defaultOrganizationId,
    organizations: shownOrganizations(organizations),
    created_at: user.createdAt,
    mail_configured: mail.configured,
  };
}
