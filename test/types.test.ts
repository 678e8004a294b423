// Tests the rule of `npm run check` that a transaction is called `tx`, and nothing else is.

import { join } from 'node:path';
import t from 'tap';
import ts from 'typescript';
import { misnamed } from '../scripts/checks/types.ts';

const path = join(import.meta.dirname, 'made-up.ts');

/** Returns the lines of the source whose variable is refused. */
function refused(source: string): number[] {
  const options = { module: ts.ModuleKind.NodeNext, strict: true, noEmit: true, skipLibCheck: true, types: [] };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === path || fileExists(name);
  host.getSourceFile = (name, ...more) =>
    name === path ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2024) : getSourceFile(name, ...more);
  return misnamed(ts.createProgram([path], options, host)).map((problem) => Number(/:(\d+):/.exec(problem)?.[1]));
}

t.test('a transaction of Sequelize is called tx, and nothing else is', async (t) => {
  const source = [
    "import type { Sequelize, Transaction } from 'sequelize';",
    'export const one = (tx: Transaction | null): unknown => tx;',
    'export const two = (sequelize: Sequelize) => sequelize.transaction(async (tx) => one(tx));',
    'export const three = ({ transaction: tx }: { transaction?: Transaction }): unknown => tx;',
    "const transaction = ['an address'];",
    'export const four = (transaction: string): unknown => transaction;',
    "export const [, ...rest] = transaction; for (const transaction of ['a flag']) four(transaction);",
    'export const five = ({ transaction }: { transaction: unknown }): unknown => transaction;',
    'export const six = (transaction: any): unknown => transaction;',
    "export const seven = (): unknown => { const [above, ...transaction] = 'a/b'.split('/'); return [above, transaction]; };",
    'class Transaction2 {} export const eight = (transaction: Transaction2 | Transaction): unknown => transaction;',
    'export const nine = (transaction: null): unknown => transaction;',
    'export const ten = (tx: string): unknown => tx;',
    'export const eleven = (inner: Transaction | undefined): unknown => inner;',
    'export const twelve = (sequelize: Sequelize) => sequelize.transaction(async (transaction) => one(transaction));',
    'export const thirteen = ({ transaction }: { transaction?: Transaction }): unknown => transaction;',
  ];
  t.strictSame(refused(source.join('\n')), [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
});
