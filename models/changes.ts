// Tells caches which rows a commit has changed, so that no author of a change has to remember them. A model whose rows
// are cached is announced where it is defined. Statements outside of a transaction commit by themselves.
//
// New rows are told too: a new membership changes what its user may do. SQL that bypasses the models tells nothing.

import { type Model, type ModelStatic, Op, type Transactionable } from 'sequelize';

/** Changed rows of a model. */
export interface RowChange {
  /** The name of the model. */
  model: string;
  /** The values that the changed rows have, by attribute, as far as they are known and text. */
  where: Readonly<Record<string, readonly string[]>>;
}

type Listener = (change: RowChange) => void;

/** The part of the options of Sequelize's hooks that matters here. */
type Options = Transactionable & { where?: object; fields?: readonly PropertyKey[] };

const listeners = new Set<Listener>();

/** Calls the listener for each change after its commit, also if the answer to the commit is lost. Returns what ends it. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Tells the changes of the model's rows from now on. @param except attributes that no cache holds: writes of one alone
 * are not told.
 */
export function announceChanges<M extends Model>(
  model: ModelStatic<M>,
  { except = [] as readonly string[] } = {},
): void {
  const tellOne = (row: M, options: Options): void => tell(model, row.get(), options);
  const tellMany = ({ where = {}, fields = [], ...options }: Options): void => {
    if (fields.length !== 1 || !except.includes(fields[0] as string)) tell(model, where, options);
  };
  model.addHook('afterCreate', tellOne);
  model.addHook('afterUpdate', tellOne);
  model.addHook('afterDestroy', tellOne);
  model.addHook('afterBulkCreate', (rows: readonly M[], options: Options) => {
    for (const row of rows) tellOne(row, options);
  });
  model.addHook('afterBulkUpdate', tellMany);
  model.addHook('afterBulkDestroy', tellMany);
}

function tell({ name }: ModelStatic<Model>, values: object, { transaction: tx }: Options): void {
  const known = Object.entries(values).map(([attribute, value]) => [attribute, textsIn(value)] as const);
  const where = Object.fromEntries(
    known.flatMap(([attribute, texts]) => (texts === undefined ? [] : [[attribute, texts]])),
  );
  const notify = (): void => {
    for (const listener of listeners) listener({ model: name, where });
  };
  if (tx == null) notify();
  else tx.afterCommit(notify);
}

/** Returns the texts that a condition allows; undefined if it is no list of texts. */
function textsIn(condition: unknown): string[] | undefined {
  const listed: unknown = Object(condition)[Op.in] ?? condition;
  const values: unknown[] = Array.isArray(listed) ? listed : [listed];
  const texts = values.filter((value) => typeof value === 'string');
  return texts.length === values.length ? texts : undefined;
}
