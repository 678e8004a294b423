// `svc use`: saves the organization and the project of later commands, beside the saved login of the server.

import { Command } from 'commander';
import type { components } from '../../generated/openapi.ts';
import { plain } from '../text/index.ts';
import { ApiError } from './client.ts';
import { Failure, wrongUsage } from './failure.ts';
import { noOrganization, organizationId, projectId } from './names.ts';
import { printJson, printLine, printNote } from './output.ts';
import { type Defaults, saveDefaults, savedDefaults, savedLogin, signedOut } from './saved-logins.ts';
import { addressOf, call, defaultsOf, type Globals } from './session.ts';

type Account = components['schemas']['Account'];

/** The flags. `--no-organization` and `--no-project` are false. */
type Flags = Omit<Globals, 'organization' | 'project'> & { organization?: string | false; project?: string | false };

/** Returns the command `svc use`. */
export function useCommand(): Command {
  return new Command('use')
    .summary('Choose the organization and project of later commands')
    .description(
      'Saves the organization and the project of later commands, by their ids or by unique names. Without a flag, shows them.',
    )
    .action((_, command: Command) => use(command.optsWithGlobals<Flags>()));
}

async function use(flags: Flags): Promise<void> {
  const { organization, project, ...rest } = flags;
  const isQuestion = organization === undefined && project === undefined;
  if (isQuestion) return show(rest, defaultsOf(rest));
  if (rest.token || process.env.SVC_TOKEN)
    throw wrongUsage(
      'The defaults belong to a saved sign-in. Leave out --token and SVC_TOKEN, or set SVC_ORGANIZATION and SVC_PROJECT.',
    );
  const address = addressOf(rest);
  if (savedLogin(address) === undefined) throw signedOut(address);
  const saved = savedDefaults(address);
  const given = organization ? await checkedOrganization(rest, organization) : organization;
  const chosen = {
    organization: given ?? saved.organization,
    // A project belongs to one organization, so another organization begins without a project.
    project: project ?? (given === undefined || given === saved.organization ? saved.project : undefined),
  };
  if (chosen.project) chosen.project = await checkedProject(rest, chosen.organization || undefined, chosen.project);
  const defaults: Defaults = {
    ...(chosen.organization ? { organization: chosen.organization } : {}),
    ...(chosen.project ? { project: chosen.project } : {}),
  };
  await saveDefaults(address, defaults);
  show(rest, defaults);
}

function show(globals: Globals, { organization, project }: Defaults): void {
  if (globals.json) {
    printJson({ url: addressOf(globals), organization: organization ?? null, project: project ?? null });
    return;
  }
  if (organization === undefined && project === undefined)
    printNote(
      'No default organization and no default project. Set them with "svc use --organization ID --project ID".',
    );
  if (organization !== undefined) printLine(`organization  ${plain(organization)}`);
  if (project !== undefined) printLine(`project       ${plain(project)}`);
}

/** Returns the id for an id or a name. Throws a Failure if the person has no access to the organization. */
async function checkedOrganization(globals: Globals, text: string): Promise<string> {
  const id = await organizationId(globals, text);
  if (id === undefined) throw noOrganization(text);
  const account = (await call(globals, { method: 'GET', path: '/auth/me' })) as Account;
  if (account.organizations.some((organization) => organization.id === id)) return id;
  if (!account.is_admin) throw noOrganization(text);
  await call(globals, { method: 'GET', path: `/admin/organization/${encodeURIComponent(id)}` });
  return id;
}

/** Returns the id for an id or a name. Throws a Failure if the organization has no such project. */
async function checkedProject(globals: Globals, organization: string | undefined, text: string): Promise<string> {
  const id = (await projectId(globals, organization, text)) ?? text;
  const headers: Record<string, string> = organization === undefined ? {} : { 'compat-organization': organization };
  const path = `/v1/organization/projects/${encodeURIComponent(id)}`;
  await call(globals, { method: 'GET', path, headers }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw new Failure(`${error.message} "svc project list" lists the projects.`, { cause: error });
  });
  return id;
}
