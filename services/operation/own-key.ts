// The secrets key of the installation that is here.

import { SecretsKey } from '../../models/secrets-key.ts';
import { proofOf } from '../audit/index.ts';
import { type Config, keyInFile, secretsUnder } from '../settings/index.ts';
import { OperationError } from './problem.ts';

/** Returns the key of the open database; undefined: it has none yet. Throws an OperationError if the key is not here. */
export async function ownKey({ secrets, data_dir: dataDir }: Config): Promise<string | undefined> {
  const proof = await SecretsKey.proof();
  if (proof === undefined) return undefined;
  const key = secrets.key === '' ? keyInFile(dataDir) : secrets.key;
  if (key !== undefined && proofOf(secretsUnder(key)) === proof) return key;
  throw new OperationError(
    'The key of this database is not here. Set SVC_SECRETS_KEY or SVC_DATA_DIR as its servers have them.',
  );
}
