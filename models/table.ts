// Declares each table once: from its columns follow the attributes of Sequelize, the type of its rows, and the values that
// a new row needs. `npm run generate` lists the classes in generated/models.ts, and each opened database binds them.

import { DataTypes, Model, type ModelAttributeColumnOptions, type ModelStatic, type Sequelize } from 'sequelize';
import { announceChanges } from './changes.ts';
import type { IdKind } from './ids.ts';
import { keepSearchText, searchColumn } from './search-text.ts';

/** A column. `HasDefault`: a new row may leave it out. Sequelize lets new rows leave out nullable columns too. */
export interface Column<Value, HasDefault extends boolean = false> {
  options: ModelAttributeColumnOptions;
  /** No value has this member: it carries the types to the compiler. */
  types?: { value: Value; hasDefault: HasDefault };
}

type Columns = Record<string, Column<unknown, boolean>>;

/** The values of a row with these columns. */
export type ValuesOf<C> = { [Name in keyof C]: C[Name] extends Column<infer Value, boolean> ? Value : never };

type WithDefault<C> = { [Name in keyof C]: C[Name] extends Column<unknown, true> ? Name : never }[keyof C];

type NewValuesOf<C> = Omit<ValuesOf<C>, WithDefault<C>> & Partial<Pick<ValuesOf<C>, WithDefault<C>>>;

/** The values of a model's row, as queries without an instance return them. */
export type RowOf<M extends Model> = M['_attributes'];

interface TableOptions<Name extends PropertyKey = string> {
  /** The attributes that the search of the table's list looks at: see search-text.ts. */
  searched?: readonly Name[];
  /** Tells caches the changes of rows: see changes.ts. `except`: attributes that no cache holds. */
  announced?: true | { except: readonly Name[] };
  /** The audit log names rows with ids of this kind by this attribute. */
  auditName?: readonly [kind: IdKind, attribute: Name];
}

/** Exported for the declarations of the package, which name it. */
export interface Declared {
  readonly declaration: { name: string; columns: Columns; options: TableOptions };
}

type Table<C> = ModelStatic<Model<ValuesOf<C>, NewValuesOf<C>> & ValuesOf<C>> & Declared;

/** A text of any length: the migrations decide how long it may be. `Text`: the texts that occur. */
export function text(): Column<string>;
export function text<Text extends string>(): Column<Text>;
export function text(): Column<string> {
  return { options: { type: DataTypes.TEXT } };
}

export function integer(): Column<number> {
  return { options: { type: DataTypes.BIGINT } };
}

export function boolean(): Column<boolean> {
  return { options: { type: DataTypes.BOOLEAN } };
}

export function blob(): Column<Buffer> {
  return { options: { type: DataTypes.BLOB } };
}

/** Makes the column the primary key, or a part of it. */
export function primaryKey<Value>({ options }: Column<Value>): Column<Value> {
  return { options: { ...options, primaryKey: true } };
}

export function nullable<Value>({ options }: Column<Value>): Column<Value | null> {
  return { options };
}

/** Gives new rows this value if they have no other. */
export function withDefault<Value>({ options }: Column<Value>, value: Value): Column<Value, true> {
  return { options: { ...options, defaultValue: value } };
}

/** Gives the column another name in the database than the attribute in snake_case. */
export function named<Value>(field: string, { options }: Column<Value>): Column<Value> {
  return { options: { ...options, field } };
}

/** Returns the base class of a model. */
export function table<C extends Columns>(
  name: string,
  columns: C,
  options: TableOptions<keyof C & string> = {},
): Table<C> {
  class Base extends Model {
    static readonly declaration: Declared['declaration'] = { name, columns, options };
  }
  return Base as unknown as Table<C>;
}

/** Binds the model to the open database. */
export function bindTable(sequelize: Sequelize, model: ModelStatic<Model> & Declared): void {
  const { name, columns, options } = model.declaration;
  const { searched, announced } = options;
  // Copies, because Sequelize writes the dialect of the database into them.
  const attributes = Object.entries(columns).map(([attribute, column]) => [attribute, { ...column.options }]);
  model.init(
    { ...Object.fromEntries(attributes), ...(searched === undefined ? {} : searchColumn) },
    { sequelize, tableName: name },
  );
  if (searched !== undefined) keepSearchText(model, searched);
  if (announced !== undefined) announceChanges(model, announced === true ? {} : announced);
}
