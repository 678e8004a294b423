// The file of a backup: a gzipped tar archive, written and read as a stream.
//
// - `backup.json`: the version, the time, the migrations, the tables with their columns, and the secrets key under a
//   passphrase.
// - `rows/<table>/<number>.jsonl`: one row a line, as a JSON array in the order of the columns. Bytes are
//   {"base64": …}.
// - `files/<object>`: the content of a file.
// - `sums/<number>.txt`: the SHA-256 of the parts before it, in the format that `sha256sum -c` checks.
// - `end.json`: the numbers of rows and files. Without this part the backup is incomplete.
// - `mac.txt`: the last part, an HMAC-SHA256 over every byte of the archive before its content, with a key that is
//   derived from the secrets key. It covers names, sizes, order and contents of all parts, so whoever can write the file
//   but does not have the key can change nothing.
//
// A part with sums follows every 10,000 parts, so that neither the writer nor the reader holds a list of all files in
// memory. The sums need no key: they find damage, and `sha256sum` can check them.
//
// Version 1, of svc 0.1.0 and 0.2.0, has no `mac.txt`. It must not serve to disguise a changed backup of a later version:
// only the migrations of 0.2.0 are accepted in it.

import { createHash, createHmac, type Hash, type Hmac, timingSafeEqual } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import type { Scalar } from '../../models/snapshot.ts';
import { fileProblem } from '../platform/index.ts';
import { OperationError } from './problem.ts';
import type { SealedKey } from './sealed-key.ts';
import { BrokenArchiveError, readTar, TarWriter } from './tar.ts';
import type { Digest } from './verify.ts';

export const formatVersion = 2;
const unkeyedVersion = 1;
/** The last migration of the versions that wrote backups without a MAC. */
const lastUnkeyedMigration = '0110-stored-responses';
/** The purpose of the MAC's key (see `Secrets.keyFor`). */
export const macPurpose = 'the MAC of a backup';
const partsPerSum = 10_000;
const macName = 'mac.txt';
/** An HMAC-SHA256 in hexadecimal digits. */
const macBytes = 64;

/** The first part of a backup. */
export interface BackupHead {
  format: 'svc-backup';
  version: number;
  /** Unix seconds. */
  created_at: number;
  /** The migrations that the database had. */
  migrations: string[];
  tables: { name: string; columns: string[] }[];
  /** The database's proof of its key; null, only in version 1: it had none. */
  key_proof: string | null;
  /** The secrets key under the passphrase; null if it was left out. */
  key: SealedKey | null;
}

/** The last part of a backup. */
export interface BackupEnd {
  rows: Record<string, number>;
  files: number;
  file_bytes: number;
  /** The number of objects that rows name and that are missing in the storage. */
  missing_files: number;
  /** The number of files whose content has changed since they were received. */
  damaged_files: number;
  /** The number of vector stores whose chunks are in an engine that the settings do not name. Absent: none. */
  stores_without_chunks?: number;
}

/** Returns true if the sums of the backup are keyed. */
export function isKeyed({ version }: BackupHead): boolean {
  return version > unkeyedVersion;
}

export class BackupWriter {
  readonly #tar: TarWriter;
  /** Undefined once it has made the MAC. */
  #mac: Hmac | undefined;
  readonly #finished: Promise<void>;
  #sums: string[] = [];
  #sumFiles = 0;
  #piece = 0;

  /** Writes to a new file, which only its owner can read. */
  constructor(path: string, macKey: Buffer) {
    const gzip = createGzip({ level: constants.Z_BEST_SPEED });
    this.#finished = pipeline(gzip, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
    // `end` and every write report a failure.
    this.#finished.catch((error: Error) => gzip.destroy(error));
    this.#mac = createHmac('sha256', macKey);
    this.#tar = new TarWriter(gzip, (bytes) => this.#mac?.update(bytes));
  }

  async head(head: BackupHead): Promise<void> {
    await this.#add('backup.json', Buffer.from(JSON.stringify(head)));
  }

  async rows(table: string, rows: Scalar[][]): Promise<void> {
    this.#piece += 1;
    const lines = rows.map((row) => `${JSON.stringify(row.map(toJson))}\n`).join('');
    await this.#add(`rows/${table}/${String(this.#piece).padStart(8, '0')}.jsonl`, Buffer.from(lines));
  }

  /** Returns the SHA-256 of the content. */
  async file(key: string, size: number, content: AsyncIterable<Buffer>): Promise<string> {
    const sum = await this.#tar.add(`files/${key}`, size, content);
    await this.#note(`files/${key}`, sum);
    return sum;
  }

  async end(end: BackupEnd): Promise<void> {
    await this.#add('end.json', Buffer.from(JSON.stringify(end)));
    await this.#writeSums();
    await this.#tar.add(macName, macBytes, this.#macContent());
    await this.#tar.end();
    await this.#finished;
  }

  /** Yields the MAC of all that was written before its content is read: also of the header of its own part. */
  *#macContent(): Generator<Buffer> {
    const mac = this.#mac?.digest('hex') ?? '';
    this.#mac = undefined;
    yield Buffer.from(mac);
  }

  async #add(name: string, content: Buffer): Promise<void> {
    await this.#note(name, await this.#tar.add(name, content.length, [content]));
  }

  async #note(name: string, sum: string): Promise<void> {
    this.#sums.push(`${sum}  ${name}\n`);
    if (this.#sums.length === partsPerSum) await this.#writeSums();
  }

  async #writeSums(): Promise<void> {
    this.#sumFiles += 1;
    const content = Buffer.from(this.#sums.join(''));
    this.#sums = [];
    await this.#tar.add(`sums/${String(this.#sumFiles).padStart(8, '0')}.txt`, content.length, [content]);
  }
}

/** Handles the parts of a backup while it is read. */
export interface BackupVisitor {
  head?(head: BackupHead): Promise<void>;
  rows?(table: string, rows: Scalar[][]): Promise<void>;
  /** Must read the content to its end. */
  file?(key: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** Called after a file was read. */
  digest?(key: string, digest: Digest): void;
}

/** Reads only the first part of a backup. Nothing proves that it is whole. */
export async function readHead(path: string): Promise<BackupHead> {
  return open(path, async (source) => {
    for await (const { name, content } of readTar(source, () => undefined)) return headOf(await text(content), name);
    throw new BrokenArchiveError('it has no parts');
  });
}

/**
 * Reads a backup, part by part, and checks every sum and count. Throws an OperationError for a file that is damaged,
 * incomplete, changed, or not a backup. The visitor gets a part before its sum is checked.
 * @param macKey checks the MAC; undefined: the backup has none, or the key is not there.
 */
export async function readBackup(
  path: string,
  macKey: Buffer | undefined,
  visitor: BackupVisitor = {},
): Promise<{ head: BackupHead; end: BackupEnd }> {
  return open(path, (source) => read(source, macKey, visitor));
}

async function open<T>(path: string, use: (source: AsyncIterable<Buffer>) => Promise<T>): Promise<T> {
  const file = createReadStream(path, { highWaterMark: 1 << 18 });
  const gunzip = createGunzip();
  const reading = pipeline(file, gunzip).catch((error: Error) => gunzip.destroy(error));
  try {
    return await use(gunzip);
  } catch (error) {
    throw readable(error, path);
  } finally {
    gunzip.destroy();
    await reading;
  }
}

async function read(
  source: AsyncIterable<Buffer>,
  macKey: Buffer | undefined,
  visitor: BackupVisitor,
): Promise<{ head: BackupHead; end: BackupEnd }> {
  const sums: string[] = [];
  const counted = { rows: {} as Record<string, number>, files: 0, file_bytes: 0 };
  const mac = macKey === undefined ? undefined : createHmac('sha256', macKey);
  let head: BackupHead | undefined;
  let end: BackupEnd | undefined;
  let isOver = false;
  const tap = (bytes: Buffer): void => {
    if (!isOver) mac?.update(bytes);
  };
  for await (const { name, size, content } of readTar(source, tap)) {
    if (isOver) throw new BrokenArchiveError(`${name} follows its last part`);
    const [kind = '', part = ''] = name.split('/');
    if (head !== undefined && isKeyed(head) && name === macName) {
      isOver = true;
      checkMac(await text(content), mac?.digest('hex'));
      continue;
    }
    if (kind === 'sums') {
      if ((await text(content)) !== sums.join('')) throw new BrokenArchiveError('a SHA-256 does not match');
      sums.length = 0;
      continue;
    }
    const hash = createHash('sha256');
    const hashed = through(content, hash);
    if (head === undefined) {
      head = headOf(await text(hashed), name);
      await visitor.head?.(head);
    } else if (kind === 'rows') {
      const rows = (await text(hashed)).trimEnd().split('\n').map(rowOf);
      counted.rows[part] = (counted.rows[part] ?? 0) + rows.length;
      await visitor.rows?.(part, rows);
    } else if (kind === 'files') {
      counted.files += 1;
      counted.file_bytes += size;
      await visitor.file?.(part, hashed);
      for await (const _rest of hashed);
    } else if (name === 'end.json') end = JSON.parse(await text(hashed)) as BackupEnd;
    else throw new BrokenArchiveError(`it has a part of an unknown kind: ${name}`);
    const sum = hash.digest('hex');
    if (kind === 'files') visitor.digest?.(part, { bytes: size, sha256: sum });
    sums.push(`${sum}  ${name}\n`);
  }
  if (head === undefined || end === undefined || sums.length > 0 || isOver !== isKeyed(head))
    throw new BrokenArchiveError('the file ends before its last part');
  const { rows, files, file_bytes } = end;
  if (JSON.stringify([counted.rows, counted.files, counted.file_bytes]) !== JSON.stringify([rows, files, file_bytes]))
    throw new BrokenArchiveError('parts are missing');
  return { head, end };
}

/** Throws an OperationError if the MAC is not the expected one. */
function checkMac(found: string, expected: string | undefined): void {
  if (expected === undefined) return;
  const [a, b] = [Buffer.from(found), Buffer.from(expected)];
  if (a.length === b.length && timingSafeEqual(a, b)) return;
  throw new OperationError(
    'The backup was changed after it was made: its keyed checksum does not match. Do not use it; find out who can write to the file.',
  );
}

async function* through(content: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

function headOf(json: string, name: string): BackupHead {
  const head = (name === 'backup.json' ? JSON.parse(json) : {}) as Partial<BackupHead>;
  if (head.format !== 'svc-backup') throw new OperationError('The file is not a backup of svc.');
  if (head.version !== formatVersion && head.version !== unkeyedVersion)
    throw new OperationError(
      `The backup has the format ${head.version}, and this svc reads ${unkeyedVersion} and ${formatVersion}. Use a newer svc.`,
    );
  const { version, migrations = [], key_proof: proof } = head;
  const isOlder = migrations.every((name) => name <= lastUnkeyedMigration);
  if (version === unkeyedVersion ? !isOlder : typeof proof !== 'string')
    throw new OperationError(
      'The backup was changed after it was made: a backup of its version has a keyed checksum. Do not use it.',
    );
  return head as BackupHead;
}

function rowOf(line: string): Scalar[] {
  return (JSON.parse(line) as (string | number | null | { base64: string })[]).map((value) =>
    typeof value === 'object' && value !== null ? Buffer.from(value.base64, 'base64') : value,
  );
}

function toJson(value: Scalar): unknown {
  return Buffer.isBuffer(value) ? { base64: value.toString('base64') } : value;
}

function readable(error: unknown, path: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR')
    return new OperationError(
      `${path} is damaged: the file ends before its last part, as the file of a backup that was killed does. Use another backup.`,
      { cause: error },
    );
  if (error instanceof BrokenArchiveError)
    return new OperationError(`${path} is damaged: ${message}. Use another backup.`, { cause: error });
  if (code?.startsWith('Z_') || error instanceof SyntaxError)
    return new OperationError(`${path} is damaged, or not a backup of svc: ${message}. Use another backup.`, {
      cause: error,
    });
  const problem = fileProblem(error);
  return problem === undefined ? error : new OperationError(`${path} cannot be read: ${problem}.`, { cause: error });
}
