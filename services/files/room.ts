// Room for content that arrives, taken before it is written: of the project's limit, and of the disk.

import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Transaction } from 'sequelize';
import { ArrivingFile } from '../../models/arriving-file.ts';
import { transaction } from '../../models/connection.ts';
import type { ProjectRow } from '../../models/project.ts';
import { ProjectStorage } from '../../models/project-storage.ts';
import { ServiceError } from '../platform/index.ts';
import { limitOf, takeRoom } from './quota.ts';

/** What a form may hold besides its file: texts, headers and boundaries. */
export const formOverheadBytes = 1 << 20;

/** What nearly every form has besides its file. */
const usualOverheadBytes = 64 * 1024;

/** Where the bytes of one file that arrives are counted. */
export abstract class Room {
  /** How long the whole request says that it is; 0: it does not. */
  readonly #announced: number;
  #held = 0;

  constructor(announced: number) {
    this.#announced = announced;
  }

  /** What has been taken. */
  get held(): number {
    return this.#held;
  }

  /**
   * Makes sure that there is room for so many bytes of the file in all, before they are written. What is announced is taken
   * at once, but for what the form around the file may have of it: near the limit nobody is refused for that. Throws the
   * limit's error.
   */
  async hold(key: string, bytes: number): Promise<void> {
    if (bytes <= this.#held) return;
    const wanted = Math.max(bytes, this.#announced - usualOverheadBytes);
    await this.grow(key, this.#held, wanted);
    this.#held = wanted;
  }

  /** Gives back what was taken for a file that is not kept. */
  async release(): Promise<void> {
    if (this.#held > 0) await this.giveBack(this.#held);
    this.#held = 0;
  }

  /** Takes room for what the file has beyond `from` bytes. Throws the limit's error, with nothing taken. */
  protected abstract grow(key: string, from: number, to: number): Promise<void>;
  protected abstract giveBack(bytes: number): Promise<void>;
}

/** The room of a file that comes in one piece. A project without a limit takes it with the file's row. */
export class FileRoom extends Room {
  readonly #project: ProjectRow;
  #key: string | undefined;

  constructor(project: ProjectRow, announced: number) {
    super(announced);
    this.#project = project;
  }

  protected override async grow(key: string, from: number, to: number): Promise<void> {
    if (limitOf(this.#project, 'file_bytes') === null) return;
    this.#key = key;
    await transaction(async (inside) => {
      await takeRoom(this.#project, 'file_bytes', to - from, inside);
      await ArrivingFile.note(key, this.#project.id, to, inside);
    });
  }

  protected override async giveBack(): Promise<void> {
    const key = this.#key;
    if (key !== undefined) await transaction((inside) => forgetArriving(key, this.#project.id, inside));
  }
}

/** Takes the room of a file that has arrived: in the place of what was taken while it came. Throws the limit's error. */
export async function settleRoom(
  project: ProjectRow,
  { key, bytes }: { key: string; bytes: number },
  inside: Transaction,
): Promise<void> {
  await forgetArriving(key, project.id, inside);
  await takeRoom(project, 'file_bytes', bytes, inside);
}

/** Gives back what was taken for a file while it came. */
export async function forgetArriving(key: string, projectId: string, inside: Transaction): Promise<void> {
  await ProjectStorage.giveBack(projectId, 'file_bytes', await ArrivingFile.end(key, inside), inside);
}

const mostReserveBytes = 1024 ** 3;
const mostReserveShare = 0.05;

/** The disk that files are on. Some of it stays free: for the embedded database, so that people can sign in and delete. */
export class DiskSpace {
  readonly #folder: string;
  readonly #reserveBytes: number | undefined;
  /** Announced, and not yet written. */
  #expected = 0;

  /** @param reserveBytes undefined: 1 GiB, or 5 % of the disk where that is less. */
  constructor(folder: string, reserveBytes: number | undefined) {
    this.#folder = folder;
    this.#reserveBytes = reserveBytes;
  }

  /** Throws `insufficient_storage` where so many bytes more, with those that are on their way, leave too little. */
  async check(bytes: number): Promise<void> {
    // Before the first file its folder is not there.
    const { bavail, blocks, bsize } = await statfs(this.#folder).catch(() => statfs(dirname(this.#folder)));
    const reserve = this.#reserveBytes ?? Math.min(mostReserveBytes, mostReserveShare * blocks * bsize);
    if (bavail * bsize - this.#expected - bytes < reserve) {
      throw new ServiceError(
        'insufficient_storage',
        "The server's disk has no room for this. Delete files, or ask whoever runs the server.",
      );
    }
  }

  /** Expects so many bytes more to be written; a negative number: they were, or will not be. */
  expect(bytes: number): void {
    this.#expected += bytes;
  }
}
