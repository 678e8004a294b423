// An independent implementation of the access rules: section 5 of the interface and section 3 of the decisions, in
// their order of checks, applied to x-access. It shares no code with the server. The matrix is compared with it.

/** The properties of a caller that decide about access. `makerRole`: the role that the key's maker has now. */
export type Caller =
  | { kind: 'nobody'; code: 'missing_api_key' | 'invalid_api_key' }
  | { kind: 'user'; isAdmin: boolean; roles: Record<string, 'owner' | 'member'>; defaultOrganization: string | null }
  | { kind: 'organization_key'; organization: string; makerRole?: 'owner' | 'member' }
  | { kind: 'project_key'; organization: string; project: string }
  | { kind: 'refresh_token' }
  | { kind: 'browser_session' }
  | { kind: 'worker_token' };

/**
 * The access rules of an operation. `organization`: the member of the request that names the organization.
 * `pathOrganization` and `pathProject`: the ids in the path.
 */
export interface Gate {
  callers: readonly string[];
  /** `open`: the caller is on the server's own machine, or everybody may call. */
  local?: string | undefined;
  context: string;
  organization?: string | undefined;
  pathOrganization?: string | undefined;
  pathProject?: string | undefined;
}

/** The values of the two context headers. */
export interface Named {
  organization?: string | undefined;
  project?: string | undefined;
}

/** The organization of every existing project. */
export type Projects = Record<string, string>;

/** The call reaches validation, is refused with a code, or lacks context headers. */
export type Verdict = 'reached' | { status: 401 | 403; code: string } | { status: 422; missing: string[] };

export function verdict(gate: Gate, caller: Caller, named: Named, projects: Projects): Verdict {
  if (gate.callers.includes('anyone') || gate.local === 'open') return 'reached';
  // A session cookie is only accepted by the session operations, and they accept no other credential.
  const isBrowser = caller.kind === 'browser_session';
  if (isBrowser !== gate.callers.includes('browser_session')) return { status: 401, code: 'missing_api_key' };
  if (isBrowser) return 'reached';
  if (caller.kind === 'nobody') return { status: 401, code: caller.code };
  // A refresh token is only accepted by one operation, which accepts no other credential.
  if ((caller.kind === 'refresh_token') !== gate.callers.includes('refresh_token'))
    return { status: 401, code: 'invalid_api_key' };
  if (!reachesByKind(gate, caller)) return refused('insufficient_permissions');
  if (gate.context === 'none' || caller.kind === 'refresh_token' || caller.kind === 'worker_token') return 'reached';
  return judgeContext(gate, caller, named, projects);
}

type Member = Extract<Caller, { kind: 'user' | 'organization_key' | 'project_key' }>;

function reachesByKind({ callers }: Gate, caller: Caller): boolean {
  // A key is worth what its maker is now.
  if (caller.kind === 'organization_key' && caller.makerRole === 'member' && !callers.includes('member')) return false;
  if (caller.kind !== 'user') return callers.includes(caller.kind);
  const someRole = callers.includes('owner') || callers.includes('member');
  return caller.isAdmin ? callers.includes('admin') : someRole;
}

function judgeContext(gate: Gate, caller: Member, named: Named, projects: Projects): Verdict {
  const { pathOrganization: asked } = gate;
  if (asked !== undefined && named.organization !== undefined && named.organization !== asked)
    return refused('mismatched_organization');
  // If the request must name the organization and does not, the caller's default organization does not apply.
  if (gate.organization !== undefined && asked === undefined && named.organization === undefined) return 'reached';
  const organization = asked ?? named.organization ?? ownOrganization(caller);
  if (organization !== null && !reachesOrganization(caller, organization, projects))
    return refused('mismatched_organization');
  if (organization !== null && caller.kind === 'user' && !caller.isAdmin) {
    const role = caller.roles[organization];
    if (role === undefined || !gate.callers.includes(role)) return refused('insufficient_permissions');
  }
  const project = named.project ?? (caller.kind === 'project_key' ? caller.project : undefined);
  const missing = [
    ...(organization === null && (gate.context !== 'optional' || project !== undefined) ? ['compat-organization'] : []),
    ...(project === undefined && gate.context === 'project' ? ['compat-project'] : []),
  ];
  if (missing.length > 0) return { status: 422, missing };
  if (project === undefined) return 'reached';
  if (gate.context === 'organization' && gate.pathProject !== undefined && gate.pathProject !== project)
    return refused('mismatched_project');
  if (projects[project] !== organization) return refused('mismatched_project');
  return caller.kind === 'project_key' && caller.project !== project ? refused('mismatched_project') : 'reached';
}

function ownOrganization(caller: Member): string | null {
  return caller.kind === 'user' ? caller.defaultOrganization : caller.organization;
}

function reachesOrganization(caller: Member, organization: string, projects: Projects): boolean {
  if (caller.kind !== 'user') return caller.organization === organization;
  const exists = Object.values(projects).includes(organization);
  return caller.isAdmin ? exists : caller.roles[organization] !== undefined;
}

function refused(code: string): Verdict {
  return { status: 403, code };
}
