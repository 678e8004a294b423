// Reads the secrets key of the configured installation.

import { SecretsKey } from '../../models/secrets-key.ts';
import { proofOf } from '../audit/index.ts';
import { type Config, keyInFile, secretsUnder } from '../settings/index.ts';
import { OperationError } from './problem.ts';

/**
 * Returns the key of the open database; undefined if the database has no key yet. Throws an OperationError if the
 * configured key is missing or wrong.
 */
export async function ownKey({ secrets, data_dir: dataDir }: Config): Promise<string | undefined> {
  const proof = await SecretsKey.proof();
  if (proof === undefined) return undefined;
  const key = secrets.key === '' ? keyInFile(dataDir) : secrets.key;
  if (key !== undefined && proofOf(secretsUnder(key)) === proof) return key;
  throw new OperationError(
    'The secrets key is missing, or is not the key of this database. Set SVC_SECRETS_KEY or SVC_DATA_DIR to the values that its servers use.',
  );
}
