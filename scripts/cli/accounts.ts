// What a person with the server's own configuration may do to accounts: on the database, beside a running server too,
// which notices within seconds. Loaded by the two commands that need it alone.

import type { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { formatRules } from '../../http/formats.ts';
import { IssueWriter } from '../../http/validation.ts';
import { closeDatabase } from '../../models/index.ts';
import { User, type UserRow } from '../../models/user.ts';
import { Access } from '../../services/access.ts';
import { chainEntries, type Verification, verifyChain } from '../../services/audit/chain.ts';
import { Audit, asOperator } from '../../services/audit/index.ts';
import { ConfigError, loadConfig } from '../../services/config.ts';
import { DatabaseUnusableError, openDatabaseWhenThere } from '../../services/database.ts';
import { ServiceError, ValidationError } from '../../services/errors.ts';
import { LastUsed } from '../../services/last-used.ts';
import { createLog } from '../../services/log.ts';
import { createSecrets, type Secrets } from '../../services/secrets.ts';
import { createUser, setPassword } from '../../services/users.ts';
import { addressPolicy } from '../../services/webhooks/address.ts';
import type { Json, Schema } from '../generate/document.ts';
import { Failure } from './failure.ts';
import { document } from './operations.ts';

export interface NewAdmin {
  email: string;
  name: string | null;
  password: string;
}

/** Creates an admin. Throws a Failure for an address that is taken, or a weak password. */
export function createAdmin({ email, name, password }: NewAdmin): Promise<UserRow> {
  return onDatabase(async () => {
    check({ email, ...(name === null ? {} : { name }), password });
    return createUser({ email, name, password, isAdmin: true });
  });
}

/** Sets a user's password, and ends all sign-ins of the user. Throws a Failure for an address that nobody has. */
export function resetPassword(email: string, password: string): Promise<UserRow> {
  return onDatabase(async () => {
    check({ email, password });
    const user = await User.byEmail(email);
    if (user === undefined) throw new Failure(`There is no user with the address ${email}.`);
    const lastUsed = new LastUsed(await createLog('silent'));
    await setPassword(user, password, undefined, new Access(lastUsed, { token: '' }), ['body', 'password']);
    await lastUsed.close();
    return user;
  });
}

/** Holds the audit log against its seals. */
export function verifyAuditLog(expected: string | undefined): Promise<Verification> {
  return onDatabase(async (secrets) => {
    await chainEntries(secrets);
    return verifyChain(secrets, expected);
  });
}

async function onDatabase<T>(work: (secrets: Secrets) => Promise<T>): Promise<T> {
  try {
    const config = loadConfig();
    const log = await createLog('silent');
    await openDatabaseWhenThere(config, log);
    const secrets = createSecrets(config.secrets.key, config.data_dir);
    return await asOperator(new Audit(secrets, log), () => work(secrets));
  } catch (error) {
    throw failureOf(error);
  } finally {
    await closeDatabase();
  }
}

function failureOf(error: unknown): unknown {
  if (error instanceof ConfigError) return new Failure(error.lines.join(' '), { cause: error });
  if (error instanceof DatabaseUnusableError || error instanceof ServiceError)
    return new Failure(error.message, { cause: error });
  if (!(error instanceof ValidationError)) return error;
  const issues = error.issues.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`);
  return new Failure(issues.join('; '), { cause: error });
}

/** Holds the values against the spec, as the server does with those of a request. */
function check(values: { email: string; name?: string; password: string }): void {
  const formats = formatRules(addressPolicy([]));
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true }) as unknown as Ajv;
  for (const [name, rule] of formats) ajv.addFormat(name, (text: string) => rule(text) === undefined);
  const { EmailAddress, Name, NewPassword } = document.components.schemas;
  const properties = { email: EmailAddress, name: Name, password: NewPassword } as Record<string, Schema>;
  const validate = ajv.compile({ properties: { requestBody: { properties } } });
  const parts = { path: {}, query: {}, header: {}, requestBody: values satisfies Json };
  const issues = new IssueWriter(ajv, formats, new Set(['password'])).issues([validate], parts, parts);
  if (issues.length > 0) throw new ValidationError(issues);
}
