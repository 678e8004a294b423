// Judges what a reader makes of a file, by the rules of a case: texts, their order, and the cells of tables.

export interface InputCase {
  /** Texts that the chunks must have. */
  expect?: (string | RegExp)[];
  /** Texts that they must not have. */
  refuse?: (string | RegExp)[];
  /** Texts that stand in the chunks in this order. */
  order?: string[];
  /** A row of a table that has the first text has the third one in the column that the second one names. */
  cells?: [row: string, column: string, value: string | RegExp][];
  maxChars?: number;
}

/** Returns a sentence for each rule that the chunks break. */
export function wrongs(
  { expect = [], refuse = [], order = [], cells = [], maxChars }: InputCase,
  chunks: string[],
): string[] {
  const text = chunks.join('\n');
  const lacks = expect.filter((wanted) => !has(text, wanted)).map((wanted) => `lacks ${wanted}`);
  const tooMuch = refuse.filter((bad) => has(text, bad)).map((bad) => `has ${bad}`);
  const places = order.map((next) => text.indexOf(next));
  const isOrdered = places.every((place, index) => place >= 0 && place >= (places[index - 1] ?? 0));
  const cellsWrong = cells.filter((cell) => !hasCell(chunks, cell)).map((cell) => `lacks the cell ${cell.join(' / ')}`);
  const isLong = maxChars !== undefined && text.length > maxChars;
  return [
    ...lacks,
    ...tooMuch,
    ...cellsWrong,
    ...(isOrdered ? [] : [`is not in order: ${order.join(', ')}`]),
    ...(isLong ? [`has ${text.length} characters`] : []),
  ];
}

function has(text: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
}

function hasCell(chunks: string[], [row, column, value]: [string, string, string | RegExp]): boolean {
  return chunks.some((chunk) => {
    const rows = chunk
      .split('\n')
      .filter((line) => /^\s*\|.*\|\s*$/.test(line))
      .map(cellsOf);
    return rows.some((cells, at) => {
      const place =
        at > 0 && cells.includes(row) ? rows.slice(0, at).findLast((names) => names.includes(column)) : undefined;
      const cell = place === undefined ? undefined : cells[place.indexOf(column)];
      return cell !== undefined && (typeof value === 'string' ? cell === value : value.test(cell));
    });
  });
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim());
}
