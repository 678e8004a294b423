// Guesses the name that a person meant by a misspelt one.

/** Shorter names differ by one character from too many others. */
const minCharacters = 4;
/** From this length on, two characters may differ. */
const longCharacters = 6;

/**
 * Returns the known name that is most like the name, or undefined if none is. Up to 5 characters, the names may differ
 * by one character; from 6 characters on, by two.
 */
export function meantName(name: string, known: Iterable<string>): string | undefined {
  if (name.length < minCharacters) return undefined;
  let least = name.length < longCharacters ? 1 : 2;
  let meant: string | undefined;
  for (const candidate of known) {
    if (candidate === name || Math.abs(candidate.length - name.length) > least) continue;
    const edits = distance(name, candidate);
    if (edits > least || (edits === least && meant !== undefined)) continue;
    meant = candidate;
    least = edits;
  }
  return meant;
}

/**
 * Returns the Damerau-Levenshtein distance: the number of characters to insert, delete, replace or swap with their
 * neighbour. Characters between two swapped ones may be edited too.
 */
function distance(from: string, to: string): number {
  const most = from.length + to.length;
  const width = to.length + 2;
  const cells = new Uint16Array((from.length + 2) * width).fill(most);
  for (let row = 0; row <= from.length; row += 1) cells[(row + 1) * width + 1] = row;
  for (let column = 0; column <= to.length; column += 1) cells[width + column + 1] = column;
  const at = (row: number, column: number): number => cells[row * width + column] as number;
  /** The last row with a character. */
  const lastRows = new Map<string, number>();
  for (let row = 1; row <= from.length; row += 1) {
    const character = from.charAt(row - 1);
    let lastMatch = 0;
    for (let column = 1; column <= to.length; column += 1) {
      const lastRow = lastRows.get(to.charAt(column - 1)) ?? 0;
      const isSame = character === to.charAt(column - 1);
      cells[(row + 1) * width + column + 1] = Math.min(
        at(row, column) + (isSame ? 0 : 1),
        at(row + 1, column) + 1,
        at(row, column + 1) + 1,
        at(lastRow, lastMatch) + (row - lastRow - 1) + 1 + (column - lastMatch - 1),
      );
      if (isSame) lastMatch = column;
    }
    lastRows.set(character, row);
  }
  return at(from.length + 1, to.length + 1);
}
