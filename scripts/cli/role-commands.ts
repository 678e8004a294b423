// `svc role assign`, `svc group add-user`, `svc project-user add` and their opposites: they link a person or a group to a
// role, a group or a project.

import { Command, Option } from 'commander';
import { meantName } from '../../services/platform/spelling.ts';
import { plain } from '../text/index.ts';
import { Failure, missingContext, wrongUsage } from './failure.ts';
import { idByName, listAll, type Named } from './names.ts';
import { printJson, printLine, printNote, printTable } from './output.ts';
import { call, type Globals } from './session.ts';

type Flags = Globals & { user?: string; group?: string; role?: string };

interface AssignedRole {
  id: string;
  name: string;
  assignment_sources: { principal_id: string; principal_type: 'user' | 'group' }[];
}

/** Returns the command that gives a role. */
export function assignCommand(): Command {
  return toSomebody(new Command('assign'))
    .summary('Assign a role to a user or a group')
    .description('Gives a user or a group a role of the organization, or with --project of the project.')
    .argument('<role>', 'the role, by its id or name')
    .action(async (role: string, _, command: Command) => {
      const flags = command.optsWithGlobals<Flags>();
      const path = await rolesOf(flags);
      await send(flags, 'POST', path, { role_id: await idOf(flags, 'role', `${place(flags)}/roles`, role) });
      told(flags, `assigned the role ${plain(role)} to ${plain(somebody(flags))}`);
    });
}

/** Returns the command that takes a role away. */
export function unassignCommand(): Command {
  return toSomebody(new Command('unassign'))
    .summary('Take a role from a user or a group')
    .description('Takes a role from a user or a group. Roles that a user has by groups stay.')
    .argument('<role>', 'the role, by its id or name')
    .action(async (role: string, _, command: Command) => {
      const flags = command.optsWithGlobals<Flags>();
      const path = await rolesOf(flags);
      await send(flags, 'DELETE', `${path}/${await idOf(flags, 'role', `${place(flags)}/roles`, role)}`);
      told(flags, `took the role ${plain(role)} from ${plain(somebody(flags))}`);
    });
}

/** Returns the command that lists the roles of a user or a group. */
export function assignedCommand(): Command {
  return toSomebody(new Command('assigned'))
    .summary('List the roles of a user or a group')
    .description('Lists the roles that a user or a group has in the organization, or with --project in the project.')
    .action(async (_, command: Command) => {
      const flags = command.optsWithGlobals<Flags>();
      const roles = (await listAll({ ...flags }, listed(flags, await rolesOf(flags)))) as AssignedRole[];
      if (flags.json) return printJson({ object: 'list', data: roles });
      if (roles.length === 0) return printNote(`${plain(somebody(flags))} has no roles here.`);
      const groups = await listAll(flags, listed(flags, '/v1/organization/groups'));
      const source = ({ principal_id: id, principal_type: type }: AssignedRole['assignment_sources'][number]) =>
        type === 'user' ? 'directly' : `by the group ${groups.find((group) => group.id === id)?.name ?? id}`;
      const rows = roles.map((role) => ({ ...role, assigned: role.assignment_sources.map(source).join(', ') }));
      await printTable(rows, ['id', 'name', 'assigned'], { schema: {}, emptyMeans: {} });
    });
}

export function groupUserCommands(): Command[] {
  const path = async (flags: Flags, group: string): Promise<string> =>
    `/v1/organization/groups/${await idOf(flags, 'group', '/v1/organization/groups', group)}/users`;
  const users = new Command('users')
    .summary('List the users of a group')
    .description('Lists the users of a group.')
    .argument('<group>', 'the group, by its id or name')
    .action(async (group: string, _, command: Command) => {
      const flags = command.optsWithGlobals<Flags>();
      const rows = await listAll(flags, listed(flags, await path(flags, group)));
      if (flags.json) return printJson({ object: 'list', data: rows });
      if (rows.length === 0) return printNote('No users yet. Add one with "svc group add-user GROUP USER".');
      await printTable(rows as object[] as Record<string, unknown>[], ['id', 'email', 'name'], {
        schema: {},
        emptyMeans: {},
      });
    });
  const add = withUser(new Command('add-user').argument('<group>', 'the group, by its id or name'))
    .summary('Add a user to a group')
    .description('Adds a member of the organization to a group, which gives them the roles of the group.')
    .action(async (group: string, user: string, _, command: Command) => {
      const flags = command.optsWithGlobals<Flags>();
      await send(flags, 'POST', await path(flags, group), { user_id: await userId(flags, user) });
      told(flags, `added ${plain(user)} to the group ${plain(group)}`);
    });
  const remove = withUser(new Command('remove-user').argument('<group>', 'the group, by its id or name'))
    .summary('Remove a user from a group')
    .description('Removes a user from a group. The user loses the roles of the group.')
    .action(async (group: string, user: string, _, command: Command) => {
      const flags = command.optsWithGlobals<Flags>();
      await send(flags, 'DELETE', `${await path(flags, group)}/${await userId(flags, user)}`);
      told(flags, `removed ${plain(user)} from the group ${plain(group)}`);
    });
  return [users, add, remove];
}

/** Returns the commands that add a user to a project and remove one. */
export function projectUserCommands(): Command[] {
  const role = new Option('--role <role>', 'the role in the project').choices(['owner', 'member', 'viewer']);
  const add = withUser(new Command('add'))
    .summary('Add a user to a project')
    .description('Gives a member of the organization a built-in role in a project, in place of another built-in one.')
    .addOption(role.default('member'))
    .action(async (user: string, _, command: Command) => {
      const flags = command.optsWithGlobals<Flags>();
      await send(flags, 'POST', projectUsers(flags), { user_id: await userId(flags, user), role: flags.role ?? '' });
      told(flags, `added ${plain(user)} to the project as ${flags.role}`);
    });
  const remove = withUser(new Command('remove'))
    .summary('Remove a user from a project')
    .description('Takes all roles in a project from a user. Roles that the user has by groups stay.')
    .action(async (user: string, _, command: Command) => {
      const flags = command.optsWithGlobals<Flags>();
      await send(flags, 'DELETE', `${projectUsers(flags)}/${await userId(flags, user)}`);
      told(flags, `removed ${plain(user)} from the project`);
    });
  return [add, remove];
}

function toSomebody(command: Command): Command {
  return command
    .addOption(new Option('--user <user>', 'the user, by id, name or e-mail address').conflicts('group'))
    .option('--group <group>', 'the group, by its id or name');
}

function withUser(command: Command): Command {
  return command.argument('<user>', 'the user, by id, name or e-mail address');
}

function somebody({ user, group }: Flags): string {
  return user ?? (group === undefined ? '' : `the group ${group}`);
}

/** Returns the beginning of the paths of roles: those of the organization, or of the project. */
function place({ project }: Flags): string {
  return project === undefined ? '/v1/organization' : `/v1/projects/${encodeURIComponent(project)}`;
}

/** Returns the path of the roles of the user or the group in the flags. */
async function rolesOf(flags: Flags): Promise<string> {
  const { user, group } = flags;
  if (user !== undefined) return `${place(flags)}/users/${await userId(flags, user)}/roles`;
  if (group === undefined) throw wrongUsage('Missing --user <user> or --group <group>. --help shows an example.');
  return `${place(flags)}/groups/${await idOf(flags, 'group', '/v1/organization/groups', group)}/roles`;
}

function projectUsers({ project }: Flags): string {
  if (project === undefined) throw missingContext('project');
  return `/v1/organization/projects/${encodeURIComponent(project)}/users`;
}

function userId(flags: Flags, text: string): Promise<string> {
  return idOf(flags, 'member', '/v1/organization/users', text);
}

/** Returns the id for an id or a name, encoded for a path. Throws a Failure that suggests another name. */
async function idOf(flags: Flags, kind: string, list: string, text: string): Promise<string> {
  let rows: Named[] = [];
  const id = await idByName(kind, text, async () => {
    rows = await listAll(flags, listed(flags, list));
    return rows;
  });
  if (id !== undefined) return encodeURIComponent(id);
  const names = rows.flatMap(({ name, email }) => [name, email].filter((one) => typeof one === 'string'));
  const meant = meantName(text, names);
  const hint = meant === undefined ? '' : ` Did you mean '${plain(meant)}'?`;
  throw new Failure(`There is no ${kind} '${plain(text)}'.${hint} "svc ${kind} list" lists them.`);
}

function listed({ organization }: Flags, path: string): { path: string; headers: Record<string, string> } {
  return { path, headers: organization === undefined ? {} : { 'compat-organization': organization } };
}

async function send(flags: Flags, method: string, path: string, body?: Record<string, string>): Promise<void> {
  const answer = await call(flags, { method, ...listed(flags, path), ...(body === undefined ? {} : { body }) });
  if (flags.json) printJson(answer);
}

function told({ json }: Flags, line: string): void {
  if (!json) printLine(line);
}
