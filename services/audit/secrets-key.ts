// Every process that opens a database shows first that it has the key that the database was written with. Under another
// one, secrets could not be read, and each entry that it adds to the audit log would look like a forgery for ever.
//
// The database keeps a proof of its key, made when it is first used. One that was written before there were proofs takes
// that of the next start, if the audit log was written under its key.
//
// A reset gives the database another key (secrets-reset.ts). A process that runs on under the old one finds out within two
// seconds, and has to stop: what it wrote would be lost.

import type { Transaction } from 'sequelize';
import { AuditChain, AuditEntry } from '../../models/audit-entry.ts';
import { SecretsKey } from '../../models/secrets-key.ts';
import {
  type Config,
  ConfigError,
  createSecrets,
  keyInFile,
  makeKeyFile,
  type Secrets,
  weaknessOf,
} from '../settings/index.ts';
import { markSeal, ownSeal } from './seals.ts';

/** What this server has is not the key of the database. */
export class OtherKeyError extends ConfigError {}

const wayOut = 'Where that is lost for good, `svc secrets reset` begins anew, and says first what is given up.';

/**
 * Makes a key where the database is new and none is given. Throws an OtherKeyError where it has another one, and a
 * ConfigError where it is new and the configured key is easy to guess.
 */
export async function agreeOnKey({ secrets: { key }, data_dir: dataDir }: Config): Promise<void> {
  const known = await SecretsKey.proof();
  const traces = known === undefined ? await oldTraces() : [];
  if (key === '' && keyInFile(dataDir) === undefined) {
    if (known !== undefined || traces.length > 0) throw noKey();
    // Before its proof: a database with a proof of a key that nobody has could never be used.
    makeKeyFile(dataDir);
  }
  if (known === undefined && traces.length === 0) checkStrength(key);
  const secrets = createSecrets(key, dataDir);
  const proof = proofOf(secrets);
  if (traces.length > 0 && !traces.some((isOf) => isOf(secrets))) throw otherKey(key);
  if ((known ?? (await SecretsKey.keep(proof))) !== proof) throw otherKey(key);
}

/** Throws a ConfigError for a configured key that is easy to guess. */
export function checkStrength(configured: string): void {
  const weakness = configured === '' ? undefined : weaknessOf(configured);
  if (weakness !== undefined) throw new ConfigError([`SVC_SECRETS_KEY ${weakness}`]);
}

const watchMs = 2000;

/** Calls back once the database has another key than these secrets have. Looks for as long as the process runs. */
export function watchKey(secrets: Secrets, onReplaced: (error: OtherKeyError) => void): void {
  const timer = setInterval(() => {
    // A database that does not answer is noticed by others.
    checkKey(secrets).catch((error: unknown) => {
      if (!(error instanceof OtherKeyError)) return;
      clearInterval(timer);
      onReplaced(error);
    });
  }, watchMs);
  timer.unref();
}

/** Throws an OtherKeyError where the database has got another key meanwhile. */
export async function checkKey(secrets: Secrets, inside: Transaction | null = null): Promise<void> {
  const known = await SecretsKey.proof(inside);
  if (known !== undefined && known !== proofOf(secrets))
    throw new OtherKeyError([
      'The secrets key of this database was reset while this process was running with the old one.',
    ]);
}

/** What the database keeps of its key. */
export function proofOf(secrets: Secrets): string {
  return secrets.mac('key\0');
}

/** What a database without a proof tells of its key: either end of the audit log, since somebody may have changed one. */
async function oldTraces(): Promise<((secrets: Secrets) => boolean)[]> {
  const first = await AuditEntry.findOne({ order: ['id'] });
  const head = await AuditChain.findOne({ where: { id: 'head' } });
  return [
    ...(first === null ? [] : [(secrets: Secrets) => ownSeal(secrets, first) === first.ownSeal]),
    ...(head === null ? [] : [(secrets: Secrets) => markSeal(secrets, 'head', linkOf(head)) === head.headSeal]),
  ];
}

function linkOf({ place, seal }: AuditChain): { place: number; seal: string } {
  return { place: Number(place), seal };
}

function noKey(): OtherKeyError {
  return new OtherKeyError([
    `The key that this database was written with is not here: set SVC_SECRETS_KEY to it, or bring the file secrets.key back to SVC_DATA_DIR. ${wayOut}`,
  ]);
}

function otherKey(configured: string): OtherKeyError {
  const name = configured === '' ? 'The secrets.key in SVC_DATA_DIR' : 'SVC_SECRETS_KEY';
  return new OtherKeyError([`${name} is not the key that this database was written with. ${wayOut}`]);
}
