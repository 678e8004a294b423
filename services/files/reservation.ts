// Reserves space for incoming content before it is written: in the project's storage limit and on the disk.

import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Transaction } from 'sequelize';
import { ArrivingFile } from '../../models/arriving-file.ts';
import { releaseSpaceStep, transaction } from '../../models/connection.ts';
import type { ProjectRow } from '../../models/project.ts';
import { ProjectStorage } from '../../models/project-storage.ts';
import { ServiceError } from '../platform/index.ts';
import { chargeStorage, storageLimitOf } from './quota.ts';

/** The maximum number of bytes of a form besides its file: other fields, headers and boundaries. */
export const formOverheadBytes = 1 << 20;

/** The number of bytes that nearly every form has besides its file. */
const usualOverheadBytes = 64 * 1024;

/** Counts the bytes of one incoming file against a storage limit. */
export abstract class StorageReservation {
  /** The length of the whole request in bytes; 0 if unknown. */
  readonly #announced: number;
  #held = 0;

  constructor(announced: number) {
    this.#announced = announced;
  }

  /** The number of bytes reserved so far. */
  get held(): number {
    return this.#held;
  }

  /**
   * Reserves `bytes` in all for the file, before they are written. The first call reserves the announced length minus
   * the usual overhead of the form, so that a file close to the limit is not refused because of its form. Throws the
   * limit's error.
   */
  async hold(key: string, bytes: number): Promise<void> {
    if (bytes <= this.#held) return;
    const wanted = Math.max(bytes, this.#announced - usualOverheadBytes);
    await this.grow(key, this.#held, wanted);
    this.#held = wanted;
  }

  /** Releases the reservation of a file that is not kept. */
  async release(): Promise<void> {
    if (this.#held > 0) await this.shrink(this.#held);
    this.#held = 0;
  }

  /** Reserves the bytes between `from` and `to`. Throws the limit's error, and then reserves nothing. */
  protected abstract grow(key: string, from: number, to: number): Promise<void>;
  protected abstract shrink(bytes: number): Promise<void>;
}

/**
 * The reservation of a file that is sent in one request. For a project without a limit, the bytes are counted only when
 * the file's row is added.
 */
export class FileReservation extends StorageReservation {
  readonly #project: ProjectRow;
  #key: string | undefined;

  constructor(project: ProjectRow, announced: number) {
    super(announced);
    this.#project = project;
  }

  protected override async grow(key: string, from: number, to: number): Promise<void> {
    if (storageLimitOf(this.#project, 'file_bytes') === null) return;
    this.#key = key;
    await transaction(async (tx) => {
      await chargeStorage(this.#project, 'file_bytes', to - from, tx);
      await ArrivingFile.note(key, this.#project.id, to, tx);
    });
  }

  protected override async shrink(): Promise<void> {
    const key = this.#key;
    if (key !== undefined) await transaction((tx) => releaseReservation(key, this.#project.id, tx));
  }
}

/** Counts a received file against the limit, in place of its reservation. Throws the limit's error. */
export async function settleReservation(
  project: ProjectRow,
  { key, bytes }: { key: string; bytes: number },
  tx: Transaction,
): Promise<void> {
  await releaseReservation(key, project.id, tx);
  await chargeStorage(project, 'file_bytes', bytes, tx);
}

/** Releases the reservation of an incoming file. */
export async function releaseReservation(key: string, projectId: string, tx: Transaction): Promise<void> {
  await ProjectStorage.release(projectId, 'file_bytes', await ArrivingFile.end(key, tx), tx);
}

const maxReserveBytes = 1024 ** 3;
const maxReserveShare = 0.05;
/** How long one check waits for the space of deleted rows. The next one gets more. */
const releaseMs = 1000;

/**
 * The free space of the local disk. A reserve stays free for the embedded database, so that people can still sign in
 * and delete files.
 */
export class DiskSpace {
  readonly #folder: string;
  readonly #reserveBytes: number | undefined;
  /** Bytes that requests have announced but not yet written. */
  #expected = 0;

  /** @param reserveBytes undefined means 1 GiB or 5 % of the disk, whichever is less. */
  constructor(folder: string, reserveBytes: number | undefined) {
    this.#folder = folder;
    this.#reserveBytes = reserveBytes;
  }

  /**
   * Throws `insufficient_storage` if `bytes` more, together with the expected bytes, would use the reserve. Before that,
   * the embedded database gives the space of deleted rows back.
   */
  async check(bytes: number): Promise<void> {
    const until = performance.now() + releaseMs;
    while (!(await this.#has(bytes))) {
      if (performance.now() > until || !(await releaseSpaceStep()))
        throw noRoom("The server's disk", 'files or stored responses');
    }
  }

  async #has(bytes: number): Promise<boolean> {
    const { bavail, blocks, bsize } = await diskOf(this.#folder);
    const reserve = this.#reserveBytes ?? Math.min(maxReserveBytes, maxReserveShare * blocks * bsize);
    return bavail * bsize - this.#expected - bytes >= reserve;
  }

  /** Adds to the expected bytes. A negative number subtracts bytes that were written or will not come. */
  expect(bytes: number): void {
    this.#expected += bytes;
  }
}

/** Returns the error for a disk or an object store that is full. */
export function noRoom(place: string, removable: string, cause?: unknown): ServiceError {
  const text = `${place} has no room for this. Delete ${removable}, or ask the operator for more space.`;
  return new ServiceError('insufficient_storage', text, { cause });
}

/**
 * Returns the disk of the folder, or of the nearest parent folder that exists: the first file creates the folder, and
 * on MySQL also the data directory.
 */
async function diskOf(folder: string): Promise<StatsFs> {
  try {
    return await statfs(folder);
  } catch (error) {
    const parent = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    return diskOf(parent);
  }
}
