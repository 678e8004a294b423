import type { components } from '../generated/openapi.ts';
import type { ListQuery } from '../models/list.ts';
import { Membership } from '../models/membership.ts';
import type { OrganizationRow } from '../models/organization.ts';
import type { ProjectRow } from '../models/project.ts';
import * as roles from '../services/people/index.ts';
import { isOwner, type Place, roleResource } from '../services/tenancy/index.ts';
import type { Call } from './handler.ts';
import { nextAnswer } from './list.ts';

type Changer = Call<'createUserRole'>['caller'];
type UserCall = Pick<Call<'createUserRole'>, 'organization' | 'caller'> & { params: { user_id: string } };
type GroupCall = Pick<Call<'createGroupRole'>, 'group'>;

const inOrganization = ({ organization }: { organization: OrganizationRow }): Place => ({
  organizationId: organization.id,
});
const inProject = ({ project }: { project: ProjectRow }): Place => ({
  organizationId: project.organizationId,
  projectId: project.id,
});

const ofUser = {
  object: 'user.role',
  principal: ({ params }: UserCall): roles.Principal => ({ kind: 'user', id: params.user_id }),
  async holder({ organization, params, caller }: UserCall) {
    const { membership, user, activeKeys } = await roles.getMember(organization, params.user_id);
    const shown = isOwner(caller, organization.id) ? activeKeys : undefined;
    return { user: Membership.toResource(membership, user, shown) };
  },
} as const;

const ofGroup = {
  object: 'group.role',
  principal: ({ group }: GroupCall): roles.Principal => ({ kind: 'group', id: group.id }),
  async holder({ group: { id, name, createdAt } }: GroupCall) {
    return { group: { id, object: 'group', name, created_at: createdAt, scim_managed: false } as const };
  },
} as const;

export const {
  list: listUserRoles,
  create: createUserRole,
  get: getUserRole,
  remove: deleteUserRole,
} = handlersOf(inOrganization, ofUser);
export const {
  list: listGroupRoles,
  create: createGroupRole,
  get: getGroupRole,
  remove: deleteGroupRole,
} = handlersOf(inOrganization, ofGroup);
export const {
  list: listProjectUserRoles,
  create: createProjectUserRole,
  get: getProjectUserRole,
  remove: deleteProjectUserRole,
} = handlersOf(inProject, ofUser);
export const {
  list: listProjectGroupRoles,
  create: createProjectGroupRole,
  get: getProjectGroupRole,
  remove: deleteProjectGroupRole,
} = handlersOf(inProject, ofGroup);

function handlersOf<PlaceCall, HolderCall, Name extends string, Holder>(
  place: (call: PlaceCall) => Place,
  of: { object: Name; principal(call: HolderCall): roles.Principal; holder(call: HolderCall): Promise<Holder> },
) {
  type Asked = PlaceCall & HolderCall;
  type Named = Asked & { params: { role_id: string } };
  return {
    list: async (call: Asked & { query: ListQuery }) =>
      nextAnswer(await roles.listAssignedRoles(place(call), of.principal(call), call.query), assigned),
    create: async (call: Asked & { body: { role_id: string }; caller: Changer }) => {
      const role = await roles.assignRole(place(call), of.principal(call), call.body.role_id, call.caller);
      return ok({ object: of.object, role: roleResource(role), ...(await of.holder(call)) });
    },
    get: async (call: Named) =>
      ok(assigned(await roles.getAssignedRole(place(call), of.principal(call), call.params.role_id))),
    remove: async (call: Named & { caller: Changer }) => {
      await roles.removeRole(place(call), of.principal(call), call.params.role_id, call.caller);
      return ok({ object: `${of.object}.deleted` as const, deleted: true as const });
    },
  };
}

function ok<Body>(body: Body): { status: 200; body: Body } {
  return { status: 200, body };
}

function assigned({ role, sources }: roles.AssignedRole): components['schemas']['AssignedRole'] {
  const { object: _object, ...shown } = roleResource(role);
  const maker = role.row?.createdBy ?? null;
  return {
    ...shown,
    assignment_sources: sources,
    created_at: role.row?.createdAt ?? null,
    created_by: maker,
    created_by_user_obj: maker === null ? null : { id: maker, object: 'user' },
    updated_at: role.row?.updatedAt ?? null,
  };
}
