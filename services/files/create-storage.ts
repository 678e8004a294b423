import { join } from 'node:path';
import type { Config } from '../settings/index.ts';
import { DiskStorage } from './disk.ts';
import { DiskSpace } from './room.ts';
import { S3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

/** Opens the storage that the settings name: a folder of this machine, or S3. */
export function createStorage({ files, data_dir: dataDir }: Pick<Config, 'files' | 'data_dir'>): Storage {
  return files.storage === 's3' ? new S3Storage(files.s3, dataDir) : new DiskStorage(dataDir);
}

/** The disk that the files are on; undefined where they are elsewhere. */
export function diskSpace({ files, data_dir: dataDir }: Pick<Config, 'files' | 'data_dir'>): DiskSpace | undefined {
  if (files.storage === 's3') return undefined;
  return new DiskSpace(join(dataDir, 'files'), files.reserve_bytes === '' ? undefined : files.reserve_bytes);
}
