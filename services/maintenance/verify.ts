// Verifies the consistency of an installation: references between rows, the bytes of files, encrypted values and the
// audit log.

import { createHash } from 'node:crypto';
import { Op } from 'sequelize';
import { Collection, CollectionFile } from '../../models/collection.ts';
import { database } from '../../models/connection.ts';
import { Project } from '../../models/project.ts';
import { publishedFiles, relationalCounts } from '../../models/published-chunks.ts';
import { brokenReferences, piecesOf, type Scalar, type TableShape, tableShapes } from '../../models/snapshot.ts';
import { StoredSetting } from '../../models/stored-setting.ts';
import { chainEntries, verifyChain } from '../audit/index.ts';
import { createStorage, MissingObjectError, StorageError } from '../files/index.ts';
import { unreadableLinks } from '../mail/index.ts';
import { createLog } from '../platform/index.ts';
import { type Config, isSealed, type Secrets } from '../settings/index.ts';
import { type ExternalChunks, engineNames, findEngineProblems, openExternalChunks } from '../vectors/index.ts';
import { secretPlace } from '../webhooks/index.ts';

/** The length and the SHA-256 of an object. */
export interface Digest {
  bytes: number;
  /** In hexadecimal digits. */
  sha256: string;
}

/** Returns the digest of an object, or undefined if the object does not exist. */
export type DigestOf = (key: string) => Promise<Digest | undefined>;

/**
 * Returns the problems of the open database and its files, one sentence each. Without secrets, encrypted values and the
 * audit log are not verified.
 */
export async function verifyInstallation(secrets: Secrets | undefined, digestOf: DigestOf): Promise<string[]> {
  const found = [...(await brokenReferences()), ...(await fileProblems(digestOf))];
  if (secrets === undefined) return found;
  await chainEntries(secrets);
  const { problems } = await verifyChain(secrets, undefined);
  return [...found, ...(await sealedProblems(secrets)), ...problems.map((problem) => `the audit log: ${problem}`)];
}

/** Returns the problems of the configured installation, one sentence each. Its database is open. */
export async function verifyEverything(config: Config, secrets: Secrets): Promise<string[]> {
  const log = await createLog('silent');
  const external = openExternalChunks(config, log);
  try {
    return [
      ...(await verifyInstallation(secrets, storedDigests(config))),
      ...(await findEngineProblems(config, log)).map(({ text }) => text),
      ...(await chunkProblems(external, isInEngineOf(config))),
    ];
  } finally {
    await external?.close();
  }
}

/** Reads objects of the configured storage from end to end. */
export function storedDigests(config: Config): DigestOf {
  const storage = createStorage(config);
  return async (key) => {
    try {
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const chunk of (await storage.read(key)) as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        hash.update(chunk);
      }
      return { bytes, sha256: hash.digest('hex') };
    } catch (error) {
      if (error instanceof MissingObjectError) return undefined;
      if (error instanceof StorageError) throw error;
      throw new StorageError(`The file storage cut ${key} off: ${(error as Error).message}`, { cause: error });
    }
  };
}

/** Returns a function that says whether the engine of a collection is one of the settings. */
function isInEngineOf(config: Config): (collectionId: string) => Promise<boolean> {
  const names = engineNames(config);
  return async (collectionId) => {
    const collection = await Collection.findByPk(collectionId, { attributes: ['engine'] });
    return collection === null || collection.engine === null || names.includes(collection.engine);
  };
}

/**
 * Returns a sentence for each file of a vector store that has too few or too many chunks.
 * @param external undefined if only the relational database has chunks.
 * @param isWithinReach false for collections whose chunks cannot be counted.
 */
export async function chunkProblems(
  external: ExternalChunks | undefined,
  isWithinReach: (collectionId: string) => Promise<boolean> = async () => true,
): Promise<string[]> {
  const problems: string[] = [];
  for await (const files of publishedFiles(null)) {
    const sets = files.map(({ setId }) => setId);
    const [here, there] = [await relationalCounts(sets), (await external?.counts(files)) ?? new Map<string, number>()];
    for (const { collectionId, fileId, setId, chunks } of files) {
      // A set that is being moved is in two engines.
      const found = Math.max(here.get(setId) ?? 0, there.get(setId) ?? 0);
      // A set is replaced, and then removed, when its file is added again.
      if (found !== chunks && (await isPublished(setId)) && (await isWithinReach(collectionId)))
        problems.push(
          `${fileId} has ${found} of its ${chunks} chunks in a vector store. Remove it there, and add it again`,
        );
    }
  }
  return problems;
}

async function isPublished(setId: string): Promise<boolean> {
  return (await CollectionFile.count({ where: { setId } })) > 0;
}

async function fileProblems(digestOf: DigestOf): Promise<string[]> {
  const problems: string[] = [];
  for (const table of (await tableShapes()).filter(({ columns }) => columns.includes('storage_key'))) {
    for await (const rows of piecesOf(table, null))
      for (const object of objectsIn(table, rows)) {
        const problem = problemOf(object, await digestOf(object.key));
        if (problem !== undefined && (await rowExists(table, object.id)))
          problems.push(`the content of ${object.id} ${problem}`);
      }
  }
  return problems;
}

/** An object as its row describes it. */
export interface RecordedObject {
  id: string;
  key: string;
  bytes: number;
  /** In hexadecimal digits; null if an earlier version received the content. */
  sha256: string | null;
}

/** Returns the objects of rows, which have a column `storage_key`. */
export function objectsIn({ columns }: TableShape, rows: Scalar[][]): RecordedObject[] {
  const at = (name: string): number => columns.indexOf(name);
  return rows.map((row) => {
    const sha256 = row[at('sha256')];
    return {
      id: String(row[at('id')]),
      key: String(row[at('storage_key')]),
      bytes: Number(row[at('bytes')]),
      sha256: Buffer.isBuffer(sha256) ? sha256.toString('hex') : null,
    };
  });
}

function problemOf({ bytes, sha256 }: RecordedObject, found: Digest | undefined): string | undefined {
  if (found === undefined) return 'is missing';
  if (found.bytes !== bytes) return `has ${found.bytes} bytes, and should have ${bytes}`;
  return sha256 === null || sha256 === found.sha256 ? undefined : 'is damaged: its SHA-256 has changed';
}

/** Returns true if the row still exists: a file may be deleted during the verification. */
async function rowExists({ name }: TableShape, id: string): Promise<boolean> {
  const [rows] = await database().sequelize.query(`SELECT 1 FROM \`${name}\` WHERE id = $id`, { bind: { id } });
  return rows.length > 0;
}

async function sealedProblems(secrets: Secrets): Promise<string[]> {
  const projects = await Project.findAll({
    attributes: ['id', 'webhookSecret', 'webhookOldSecret'],
    where: { [Op.or]: [{ webhookSecret: { [Op.ne]: null } }, { webhookOldSecret: { [Op.ne]: null } }] },
    order: ['id'],
    raw: true,
  });
  const webhooks = projects.filter(
    ({ id, webhookSecret, webhookOldSecret }) =>
      !(
        (webhookSecret === null || secrets.opens(webhookSecret, secretPlace(id, 'webhook_secret'))) &&
        (webhookOldSecret === null || secrets.opens(webhookOldSecret, secretPlace(id, 'webhook_old_secret')))
      ),
  );
  const stored = (await StoredSetting.findAll({ raw: true })).filter(
    ({ path, value }) => isSealed(value) && !secrets.opens(value, { table: 'settings', column: 'value', row: path }),
  );
  const links = await unreadableLinks(secrets);
  return [
    ...webhooks.map(({ id }) => `the webhook secret of ${id} cannot be decrypted`),
    ...stored.map(({ path }) => `the stored setting ${path} cannot be decrypted`),
    ...(links > 0 ? [`the links of ${links} mails cannot be decrypted`] : []),
  ];
}
