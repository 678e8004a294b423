import type { Config } from '../settings/config.ts';
import { DiskStorage } from './disk.ts';
import { S3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

/** Opens the storage that the settings name: a folder of this machine, or S3. */
export function createStorage({ files, data_dir: dataDir }: Pick<Config, 'files' | 'data_dir'>): Storage {
  return files.storage === 's3' ? new S3Storage(files.s3, dataDir) : new DiskStorage(dataDir);
}
