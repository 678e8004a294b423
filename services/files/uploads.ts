// Files that are uploaded in parts. The upload reserves the declared size in the project's storage limit at the
// beginning, so that the parts fit. Completing an upload concatenates the parts into one object and deletes them.
//
// The parts are concatenated before the transaction. A lease in the upload's row makes sure that one request at a time
// does so.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Op, type Transaction } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { createdAt, newId } from '../../models/ids.ts';
import { readOne } from '../../models/page.ts';
import type { ProjectRow } from '../../models/project.ts';
import { ProjectStorage } from '../../models/project-storage.ts';
import type { StoredFileRow } from '../../models/stored-file.ts';
import { Upload, UploadPart, type UploadPartRow, type UploadRow } from '../../models/upload.ts';
import { auditChange } from '../audit/index.ts';
import { existing, notFound, type Queue, ServiceError, ValidationError, valueError } from '../platform/index.ts';
import type { FileStore } from './file-store.ts';
import { addFile } from './files.ts';
import { chargeStorage } from './quota.ts';
import { charsetOf, fileTooLarge, type ReceivedFile } from './received-file.ts';
import { removeObject } from './removal.ts';
import { StorageReservation } from './reservation.ts';

type CreateUpload = components['schemas']['CreateUploadRequest'];
type CompleteUpload = components['schemas']['CompleteUploadRequest'];
type Named = { id: string };

const lifeSeconds = 3600;
/**
 * The number of bytes by which the parts may exceed the declared size. Parts are sent again if a response was lost;
 * more than that fills the disk.
 */
const slackBytes = 256 * 1024 ** 2;
/** As many as `part_ids` may name: see spec/uploads.tsp. */
const maxParts = 10_000;
/** An empty part counts as one disk block. */
const emptyPartBytes = 4096;
/** The lease of a completion in seconds: for how long a server that died blocks other completions of the upload. */
const completingSeconds = 60;
const partsPerPage = 500;

export interface UploadServices {
  files: FileStore;
  queue: Queue;
}

export interface UploadState {
  upload: UploadRow;
  file: StoredFileRow | undefined;
}

/** Creates an upload. Throws `body_too_large`, `file_bytes` or `insufficient_storage`. */
export async function createUpload(
  project: ProjectRow,
  body: CreateUpload,
  { maxBytes, files }: { maxBytes: number; files: FileStore },
): Promise<UploadRow> {
  if (body.bytes > maxBytes) throw fileTooLarge(maxBytes);
  await files.space?.check(body.bytes);
  const id = newId('upload');
  return transaction(async (tx) => {
    await chargeStorage(project, 'file_bytes', body.bytes, tx);
    await auditChange(id, tx);
    return Upload.create(
      {
        id,
        projectId: project.id,
        filename: body.filename,
        mimeType: body.mime_type,
        purpose: body.purpose,
        bytes: body.bytes,
        receivedBytes: 0,
        extraBytes: 0,
        completingUntil: 0,
        expiresAfterSeconds: body.expires_after?.seconds ?? null,
        status: 'pending',
        fileId: null,
        expiresAt: createdAt(id) + lifeSeconds,
        createdAt: createdAt(id),
      },
      { transaction: tx },
    );
  });
}

/**
 * Returns the reservation of a part: first from the declared size of the upload, then from the project's limit. Throws
 * `not_found` or `upload_not_pending` before the part's body is read.
 */
export async function reservePart(project: ProjectRow, uploadId: string, announced: number): Promise<PartReservation> {
  checkPending(await readUpload(project, uploadId));
  if ((await UploadPart.count({ where: { uploadId } })) >= maxParts)
    throw new ServiceError('body_too_large', `An upload may have at most ${maxParts} parts.`);
  return new PartReservation(project, uploadId, announced);
}

class PartReservation extends StorageReservation {
  readonly #project: ProjectRow;
  readonly #uploadId: string;

  constructor(project: ProjectRow, uploadId: string, announced: number) {
    super(announced);
    this.#project = project;
    this.#uploadId = uploadId;
  }

  protected override async grow(_key: string, from: number, to: number): Promise<void> {
    await transaction(async (tx) => {
      const upload = await lockPending(this.#project, this.#uploadId, tx);
      await countReceived(this.#project, upload, to - from, tx);
    });
  }

  protected override async shrink(bytes: number): Promise<void> {
    await transaction(async (tx) => {
      const where = { id: this.#uploadId, projectId: this.#project.id, status: 'pending' as const };
      const upload = await Upload.findOne({ where, lock: true, transaction: tx });
      if (upload !== null) await countReceived(this.#project, upload, -bytes, tx);
    });
  }
}

/**
 * Adds `bytes` (negative to subtract) to the received bytes of an upload. Bytes beyond the declared size count against
 * the project's limit.
 */
async function countReceived(project: ProjectRow, upload: Upload, bytes: number, tx: Transaction): Promise<void> {
  const receivedBytes = upload.receivedBytes + bytes;
  if (bytes > 0 && receivedBytes > 2 * upload.bytes + slackBytes) {
    throw new ServiceError('body_too_large', 'The parts of this upload are far larger than the declared size.');
  }
  const extraBytes = Math.max(0, receivedBytes - upload.bytes);
  if (extraBytes > upload.extraBytes) await chargeStorage(project, 'file_bytes', extraBytes - upload.extraBytes, tx);
  else await ProjectStorage.release(project.id, 'file_bytes', upload.extraBytes - extraBytes, tx);
  await upload.update({ receivedBytes, extraBytes }, { transaction: tx });
}

/**
 * Adds a part. `held` bytes were reserved while it was received. Throws `not_found`, `upload_not_pending`,
 * `body_too_large` or `file_bytes`.
 */
export async function addPart(
  project: ProjectRow,
  uploadId: string,
  data: ReceivedFile,
  held: number,
): Promise<UploadPartRow> {
  const id = newId('upload-part');
  return transaction(async (tx) => {
    const upload = await lockPending(project, uploadId, tx);
    await countReceived(project, upload, (data.bytes || emptyPartBytes) - held, tx);
    const { key: storageKey, bytes, sha256 } = data;
    const part = { id, uploadId, storageKey, bytes, sha256, createdAt: createdAt(id) };
    return UploadPart.create(part, { transaction: tx });
  });
}

/**
 * Creates a file from the parts, in the given order.
 *
 * Throws `not_found` for an unknown upload or part, `upload_not_pending`, or a ValidationError if the size or the MD5
 * differs from what was declared.
 */
export async function completeUpload(
  project: Named,
  uploadId: string,
  { part_ids: partIds, md5 }: CompleteUpload,
  { files, queue }: UploadServices,
): Promise<UploadState> {
  const upload = await readUpload(project, uploadId);
  checkPending(upload);
  const parts = await orderedParts(upload, partIds);
  await beginCompletion(project, uploadId);
  const saying = setInterval(
    () => void renewCompletionLease(uploadId, completingSeconds),
    (completingSeconds * 1000) / 3,
  );
  try {
    return await assembleParts(project, upload, { parts, md5 }, { files, queue });
  } catch (error) {
    await renewCompletionLease(uploadId, 0);
    throw error;
  } finally {
    clearInterval(saying);
  }
}

/** Takes the completion lease. Throws `upload_not_pending` if another request holds it. */
async function beginCompletion(project: Named, uploadId: string): Promise<void> {
  await transaction(async (tx) => {
    const upload = await lockPending(project, uploadId, tx);
    if (upload.completingUntil > nowSeconds())
      throw new ServiceError('upload_not_pending', 'Another request is completing the upload.');
    await upload.update({ completingUntil: nowSeconds() + completingSeconds }, { transaction: tx });
  });
}

/** Renews the completion lease, or releases it with 0 seconds. If the update fails, the lease keeps its old end. */
async function renewCompletionLease(id: string, forSeconds: number): Promise<void> {
  const completingUntil = forSeconds === 0 ? 0 : nowSeconds() + forSeconds;
  await Upload.update({ completingUntil }, { where: { id } }).catch(() => undefined);
}

async function assembleParts(
  project: Named,
  upload: UploadRow,
  { parts, md5 }: { parts: UploadPartRow[]; md5: string | undefined },
  { files, queue }: UploadServices,
): Promise<UploadState> {
  const uploadId = upload.id;
  const { content, digest } = await join(upload, parts, files);
  try {
    if (md5 !== undefined && md5.toLowerCase() !== digest)
      throw valueError(['body', 'md5'], 'the MD5 of the combined parts is different', md5);
    return await transaction(async (tx) => {
      const pending = await lockPending(project, uploadId, tx);
      const expiresAfterSeconds = upload.expiresAfterSeconds ?? undefined;
      // The bytes were counted against the limit when the upload was created.
      const file = await addFile(project, { content, purpose: upload.purpose, expiresAfterSeconds }, tx);
      await ProjectStorage.release(project.id, 'file_bytes', pending.extraBytes, tx);
      await queue.add(removeParts, { uploadId }, { transaction: tx });
      await pending.update({ status: 'completed', fileId: file.id }, { transaction: tx });
      await auditChange(uploadId, tx, { file_id: file.id });
      return { upload: pending, file };
    });
  } catch (error) {
    // After any other error the transaction may have been committed, so the object stays. The sweep removes it if it
    // has no row.
    if (error instanceof ServiceError || error instanceof ValidationError) await files.discard([content]);
    throw error;
  }
}

/** Cancels or expires an upload. Throws `not_found` or `upload_not_pending`. */
export async function endUpload(
  project: Named,
  id: string,
  status: 'cancelled' | 'expired',
  queue: Queue,
): Promise<UploadRow> {
  return transaction(async (tx) => {
    const upload = await Upload.findOne({ where: { id, projectId: project.id }, lock: true, transaction: tx });
    if (upload === null) throw notFound('upload', id);
    if (status === 'cancelled') checkPending(upload);
    else if (upload.status !== 'pending') throw notPending(upload.status);
    await queue.add(removeParts, { uploadId: id }, { transaction: tx });
    await ProjectStorage.release(project.id, 'file_bytes', upload.bytes + upload.extraBytes, tx);
    await auditChange(id, tx);
    return upload.update({ status }, { transaction: tx });
  });
}

async function readUpload(project: Named, id: string): Promise<UploadRow> {
  return existing(await readOne(Upload, { projectId: project.id, id }), 'upload', id);
}

async function lockPending(project: Named, id: string, tx: Transaction): Promise<Upload> {
  const upload = await Upload.findOne({ where: { id, projectId: project.id }, lock: true, transaction: tx });
  if (upload === null) throw notFound('upload', id);
  checkPending(upload);
  return upload;
}

function checkPending({ status, expiresAt }: UploadRow): void {
  if (status !== 'pending') throw notPending(status);
  if (expiresAt <= nowSeconds()) throw notPending('expired');
}

function notPending(status: UploadRow['status']): ServiceError {
  return new ServiceError('upload_not_pending', `The upload is ${status}.`);
}

async function orderedParts(upload: UploadRow, partIds: string[]): Promise<UploadPartRow[]> {
  const named = new Set<string>();
  const twice = partIds.findIndex((id) => named.size === named.add(id).size);
  if (twice !== -1) {
    throw valueError(
      ['body', 'part_ids', String(twice)],
      'the part is named twice; name each part once',
      partIds[twice],
    );
  }
  const rows = await UploadPart.findAll({ where: { uploadId: upload.id, id: { [Op.in]: partIds } }, raw: true });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const parts = partIds.map((id) => {
    return existing(byId.get(id), 'part', id);
  });
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  if (bytes !== upload.bytes) {
    throw valueError(
      ['body', 'part_ids'],
      `the parts have ${bytes} bytes together; the upload declared ${upload.bytes}`,
      partIds.slice(0, 100),
    );
  }
  return parts;
}

/** Concatenates the parts into one object. Returns it with its MD5 digest. */
async function join(
  upload: UploadRow,
  parts: UploadPartRow[],
  files: FileStore,
): Promise<{ content: ReceivedFile; digest: string }> {
  const hash = createHash('md5');
  async function* chunks(): AsyncIterable<Buffer> {
    for (const { storageKey, bytes } of parts) {
      for await (const chunk of (await files.open(storageKey, bytes)).source) {
        hash.update(chunk);
        yield chunk;
      }
    }
  }
  const content = await files.receive(Readable.from(chunks(), { objectMode: false }), {
    filename: upload.filename,
    maxBytes: upload.bytes,
    announced: upload.bytes,
  });
  return { content: { ...content, charset: charsetOf(upload.mimeType) }, digest: hash.digest('hex') };
}

/** The job kind that removes the parts of an upload that has ended. */
const removeParts = { name: 'remove-parts' };

export function registerPartRemoval(queue: Queue): void {
  queue.register<{ uploadId: string }>({
    name: removeParts.name,
    concurrency: 1,
    leaseMs: 60_000,
    maxAttempts: 20,
    retryDelayMs: (attempt) => Math.min(1000 * 2 ** attempt, 600_000),
    async run({ uploadId }, { signal }) {
      while (!signal.aborted && (await removeSomeParts(uploadId, queue)) === partsPerPage);
      signal.throwIfAborted();
    },
  });
}

/** Removes up to 500 parts. Returns how many it removed. */
function removeSomeParts(uploadId: string, queue: Queue): Promise<number> {
  return transaction(async (tx) => {
    const parts = await UploadPart.findAll({
      where: { uploadId },
      limit: partsPerPage,
      raw: true,
      transaction: tx,
    });
    await queue.addAll(
      removeObject,
      parts.map(({ storageKey: key }) => ({ payload: { key }, uniqueKey: `remove ${key}` })),
      tx,
    );
    await UploadPart.destroy({ where: { id: parts.map(({ id }) => id) }, transaction: tx });
    return parts.length;
  });
}
