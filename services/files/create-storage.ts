import { join } from 'node:path';
import type { Config } from '../settings/index.ts';
import { DiskStorage } from './disk.ts';
import { DiskSpace } from './reservation.ts';
import { S3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

/** Creates the configured storage: a folder on the local disk, or S3. */
export function createStorage({ files, data_dir: dataDir }: Pick<Config, 'files' | 'data_dir'>): Storage {
  return files.storage === 's3' ? new S3Storage(files.s3, dataDir) : new DiskStorage(dataDir);
}

/** Returns the local disk that holds the files, or undefined if the files are in S3. */
export function diskSpace({ files, data_dir: dataDir }: Pick<Config, 'files' | 'data_dir'>): DiskSpace | undefined {
  return files.storage === 's3' ? undefined : spaceAt(join(dataDir, 'files'), files);
}

/** Returns the local disk that holds the embedded database, or undefined if the database is on a server of its own. */
export function databaseSpace({
  files,
  data_dir: dataDir,
  database,
}: Pick<Config, 'files' | 'data_dir' | 'database'>): DiskSpace | undefined {
  return database.url === '' ? spaceAt(dataDir, files) : undefined;
}

function spaceAt(folder: string, { reserve_bytes: reserve }: Config['files']): DiskSpace {
  return new DiskSpace(folder, reserve === '' ? undefined : reserve);
}
