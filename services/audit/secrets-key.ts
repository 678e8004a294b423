// Checks at start that the process has the key that the database was written with. With another key, secrets could not
// be read, and every new entry of the audit log would look like a forgery.
//
// The database stores a proof of its key from its first use on. A database from before proofs existed gets the proof at
// the next start, if the seals of its audit log match the key.
//
// A reset gives the database another key (secrets-reset.ts). A process that still runs with the old key notices within
// two seconds and must stop, because everything that it seals would be unreadable.

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

/** The server's key is not the key of the database. */
export class OtherKeyError extends ConfigError {}

const recoveryHint =
  'If the key is lost for good, run `svc secrets reset`: it lists what would be lost, and starts with a new key.';

/**
 * Creates a key file if the database is new and no key is given. Throws an OtherKeyError if the database has another
 * key, and a ConfigError if the database is new and the configured key is easy to guess.
 */
export async function agreeOnKey({ secrets: { key }, data_dir: dataDir }: Config): Promise<void> {
  const known = await SecretsKey.proof();
  const traces = known === undefined ? await oldTraces() : [];
  if (key === '' && keyInFile(dataDir) === undefined) {
    if (known !== undefined || traces.length > 0) throw noKey();
    // The key file comes before the proof: with a proof of a key that nobody has, the database would be unusable.
    makeKeyFile(dataDir);
  }
  if (known === undefined && traces.length === 0) checkStrength(key);
  const secrets = createSecrets(key, dataDir);
  const proof = proofOf(secrets);
  if (traces.length > 0 && !traces.some((isOf) => isOf(secrets))) throw otherKey(key);
  if ((known ?? (await SecretsKey.keep(proof))) !== proof) throw otherKey(key);
}

/**
 * Throws like `agreeOnKey`, and writes nothing. The database may be new, or of an earlier version: if it is from before
 * proofs existed, only `agreeOnKey` can check its key.
 */
export async function checkKeyBeforeWriting(
  { secrets: { key }, data_dir: dataDir }: Config,
  isNew: boolean,
): Promise<void> {
  const known = isNew ? undefined : await SecretsKey.proof().catch(() => undefined);
  // Read after the proof: another server that starts now makes the file first, then the proof.
  const kept = key === '' ? keyInFile(dataDir) : key;
  if (isNew) return checkStrength(key);
  if (known === undefined) return;
  if (kept === undefined) throw noKey();
  if (proofOf(createSecrets(key, dataDir)) !== known) throw otherKey(key);
}

/** Throws a ConfigError for a configured key that is easy to guess. */
export function checkStrength(configured: string): void {
  const weakness = configured === '' ? undefined : weaknessOf(configured);
  if (weakness !== undefined) throw new ConfigError([`SVC_SECRETS_KEY ${weakness}`]);
}

const watchMs = 2000;

/** Calls `onReplaced` once if the database gets another key. Checks every two seconds while the process runs. */
export function watchKey(secrets: Secrets, onReplaced: (error: OtherKeyError) => void): void {
  const timer = setInterval(() => {
    // Ignored: other checks report a database that does not answer.
    checkKey(secrets).catch((error: unknown) => {
      if (!(error instanceof OtherKeyError)) return;
      clearInterval(timer);
      onReplaced(error);
    });
  }, watchMs);
  timer.unref();
}

/** Throws an OtherKeyError if the database's key was replaced. */
export async function checkKey(secrets: Secrets, tx: Transaction | null = null): Promise<void> {
  const known = await SecretsKey.proof(tx);
  if (known !== undefined && known !== proofOf(secrets))
    throw new OtherKeyError([
      'The secrets key of this database was reset while this process was running with the old one.',
    ]);
}

/** Returns the proof of the key, as the database stores it. */
export function proofOf(secrets: Secrets): string {
  return secrets.mac('key\0');
}

/** Returns key checks for a database without a proof: both ends of the audit log, since one may have been changed. */
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
    `The secrets key of this database is missing. Set SVC_SECRETS_KEY to the key, or restore the file secrets.key in SVC_DATA_DIR. ${recoveryHint}`,
  ]);
}

function otherKey(configured: string): OtherKeyError {
  const name = configured === '' ? 'The secrets.key in SVC_DATA_DIR' : 'SVC_SECRETS_KEY';
  return new OtherKeyError([`${name} is not the key that this database was written with. ${recoveryHint}`]);
}
