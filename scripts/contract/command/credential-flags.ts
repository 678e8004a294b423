// Reads the credentials of a run from the options, from the environment, or from files that the environment names.
// Other users of the machine can see options, so the environment is the better place.

import { readFileSync } from 'node:fs';
import type { Credentials } from '../credentials.ts';
import { cannot } from './failure.ts';
import type { KitOption, RawFlags } from './options.ts';

const sources: [member: keyof Credentials, option: string, about: string][] = [
  ['adminToken', 'token', "an admin's access token; the run then creates everything else that it needs"],
];

export const credentialOptions: KitOption[] = sources.map(([, name, about]) => ({
  name,
  value: 'credential',
  about: `${about} (env: ${variableOf(name)} or ${variableOf(name)}_FILE)`,
}));

/** Returns the given credentials. Throws a KitFailure if there is none. */
export function credentialsFrom(flags: RawFlags): Credentials {
  const found = sources.flatMap(([member, name]): [string, string][] => {
    const value = (flags[name] as string | undefined) ?? fromEnvironment(variableOf(name));
    return value === undefined || value === '' ? [] : [[member, value]];
  });
  if (found.length === 0)
    throw cannot(
      `Missing credentials: set ${sources.map(([, name]) => variableOf(name)).join(', ')}. svc-contract run --help explains them.`,
    );
  return Object.fromEntries(found);
}

function variableOf(option: string): string {
  return `SVC_${option.toUpperCase().replaceAll('-', '_')}`;
}

function fromEnvironment(name: string): string | undefined {
  const { [name]: value, [`${name}_FILE`]: file } = process.env;
  if (value || !file) return value;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw cannot(`${name}_FILE cannot be read: ${(error as Error).message}`);
  }
}
