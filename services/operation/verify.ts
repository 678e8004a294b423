// Compares an installation with itself: references between rows, the bytes of files, sealed values and the audit log.

import { Op } from 'sequelize';
import { database } from '../../models/connection.ts';
import { Project } from '../../models/project.ts';
import { brokenReferences, piecesOf, type TableShape, tableShapes } from '../../models/snapshot.ts';
import { StoredSetting } from '../../models/stored-setting.ts';
import { chainEntries, verifyChain } from '../audit/index.ts';
import { createStorage, MissingObjectError } from '../files/index.ts';
import { unreadableLinks } from '../mail/index.ts';
import { type Config, isSealed, type SealedPlace, type Secrets } from '../settings/index.ts';
import { secretPlace } from '../webhooks/index.ts';

/** Returns the length of an object, or undefined where it does not exist. */
export type ObjectSize = (key: string) => Promise<number | undefined>;

/** Returns what is wrong with the open database and its files, in words; empty: nothing. */
export async function verifyInstallation(secrets: Secrets, sizeOf: ObjectSize): Promise<string[]> {
  await chainEntries(secrets);
  const { problems } = await verifyChain(secrets, undefined);
  return [
    ...(await brokenReferences()),
    ...(await fileProblems(sizeOf)),
    ...(await sealedProblems(secrets)),
    ...problems.map((problem) => `the audit log: ${problem}`),
  ];
}

/** Reads objects of the configured storage from end to end. */
export function objectSizes(config: Config): ObjectSize {
  const storage = createStorage(config);
  return async (key) => {
    try {
      let bytes = 0;
      for await (const chunk of await storage.read(key)) bytes += (chunk as Buffer).length;
      return bytes;
    } catch (error) {
      if (error instanceof MissingObjectError) return undefined;
      throw error;
    }
  };
}

async function fileProblems(sizeOf: ObjectSize): Promise<string[]> {
  const problems: string[] = [];
  for (const table of (await tableShapes()).filter(({ columns }) => columns.includes('storage_key'))) {
    const [id, key, bytes] = ['id', 'storage_key', 'bytes'].map((column) => table.columns.indexOf(column)) as number[];
    for await (const rows of piecesOf(table, null))
      for (const row of rows) {
        const [rowId, objectKey, expected] = [row[id as number], row[key as number], row[bytes as number]];
        const size = await sizeOf(String(objectKey));
        if (size === Number(expected) || !(await rowIsThere(table, String(rowId)))) continue;
        problems.push(
          size === undefined
            ? `the content of ${rowId} is missing`
            : `the content of ${rowId} has ${size} bytes, and should have ${expected}`,
        );
      }
  }
  return problems;
}

/** A file may be deleted while it is looked at. */
async function rowIsThere({ name }: TableShape, id: string): Promise<boolean> {
  const [rows] = await database().sequelize.query(`SELECT 1 FROM \`${name}\` WHERE id = $id`, { bind: { id } });
  return rows.length > 0;
}

async function sealedProblems(secrets: Secrets): Promise<string[]> {
  const opens = (sealed: string, place: SealedPlace): boolean => {
    try {
      secrets.open(sealed, place);
      return true;
    } catch {
      return false;
    }
  };
  const projects = await Project.findAll({
    attributes: ['id', 'webhookSecret', 'webhookOldSecret'],
    where: { [Op.or]: [{ webhookSecret: { [Op.ne]: null } }, { webhookOldSecret: { [Op.ne]: null } }] },
    order: ['id'],
    raw: true,
  });
  const webhooks = projects.filter(
    ({ id, webhookSecret, webhookOldSecret }) =>
      !(
        (webhookSecret === null || opens(webhookSecret, secretPlace(id, 'webhook_secret'))) &&
        (webhookOldSecret === null || opens(webhookOldSecret, secretPlace(id, 'webhook_old_secret')))
      ),
  );
  const stored = (await StoredSetting.findAll({ raw: true })).filter(
    ({ path, value }) => isSealed(value) && !opens(value, { table: 'settings', column: 'value', row: path }),
  );
  const links = await unreadableLinks(secrets);
  return [
    ...webhooks.map(({ id }) => `the webhook secret of ${id} cannot be decrypted`),
    ...stored.map(({ path }) => `the stored setting ${path} cannot be decrypted`),
    ...(links > 0 ? [`the links of ${links} mails cannot be decrypted`] : []),
  ];
}
