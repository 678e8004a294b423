import { integer, primaryKey, type RowOf, table, text } from './table.ts';

export type StoredSettingRow = RowOf<StoredSetting>;

/** A setting that was changed at run time. */
export class StoredSetting extends table('settings', {
  /** The dotted path of the setting. */
  path: primaryKey(text()),
  /** JSON; encrypted if the setting is a secret. */
  value: text(),
  updatedAt: integer(),
  /** The user who changed it. */
  updatedBy: text(),
}) {}
