// Reads the credentials of a run from the options, from the environment, or from files that the environment names.
// Other users of the machine can see options, so the environment is the better place.

import { readFileSync } from 'node:fs';
import type { Credentials } from '../credentials.ts';
import { cannot } from './failure.ts';
import type { KitOption, RawFlags } from './options.ts';

const sources: [member: keyof Credentials, option: string, about: string][] = [
  ['adminToken', 'token', "an admin's access token; the run then creates everything else that it needs"],
  [
    'organizationKey',
    'organization-key',
    'without an admin: a key of an organization for tests; the run archives its projects, which stay listed',
  ],
  ['projectKey', 'project-key', 'without an admin and an organization key: a key of a project for tests'],
  ['otherProjectKey', 'other-project-key', 'a key of a second project, which must not see what the first one has'],
];

function optionsOf(listed: typeof sources): KitOption[] {
  return listed.map(([, name, about]) => ({
    name,
    value: 'credential',
    about: `${about} (env: ${variableOf(name)} or ${variableOf(name)}_FILE)`,
  }));
}

export const credentialOptions = optionsOf(sources);

/** The options for keys, for a command line that has its own way to sign in an admin. */
export const keyOptions = optionsOf(sources.filter(([member]) => member !== 'adminToken'));

/** Returns the given credentials. Throws a KitFailure if there is none. */
export function credentialsFrom(flags: RawFlags): Credentials {
  const found = given(flags, sources);
  if (Object.keys(found).length > 0) return found;
  const variables = sources.map(([, name]) => variableOf(name)).filter((name) => !name.includes('OTHER'));
  throw cannot(`Missing credentials: set ${variables.join(', or ')}. svc-contract run --help explains them.`);
}

/** Returns the given keys; undefined if there is none. */
export function keysFrom(flags: RawFlags): Credentials | undefined {
  const found = given(
    flags,
    sources.filter(([member]) => member !== 'adminToken'),
  );
  return Object.keys(found).length === 0 ? undefined : found;
}

function given(flags: RawFlags, listed: typeof sources): Credentials {
  const found: Credentials = Object.fromEntries(
    listed.flatMap(([member, name]): [string, string][] => {
      const value = (flags[name] as string | undefined) ?? fromEnvironment(variableOf(name));
      return value === undefined || value === '' ? [] : [[member, value]];
    }),
  );
  if (found.otherProjectKey !== undefined && Object.keys(found).length === 1)
    throw cannot('--other-project-key needs --project-key, the key of the first project.');
  return found;
}

function variableOf(option: string): string {
  return `SVC_${option.toUpperCase().replaceAll('-', '_')}`;
}

/** Returns the variable's value, or the content of the file that NAME_FILE names. */
export function fromEnvironment(name: string): string | undefined {
  const { [name]: value, [`${name}_FILE`]: file } = process.env;
  if (value || !file) return value;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw cannot(`${name}_FILE cannot be read: ${(error as Error).message}`);
  }
}
