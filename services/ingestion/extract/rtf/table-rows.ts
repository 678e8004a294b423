// Collects the rows of an RTF table. A row defines its cells by their right edges, so a cell that covers columns shows
// only beside the other rows.

import type { Piece } from '../piece.ts';
import { Table } from '../table.ts';

/** Longer tables are written in parts, each with its own columns. */
const maxRows = 2000;
/** Edges this close to each other, in twentieths of a point, are the same. */
const sameEdge = 30;

interface CellDefinition {
  edge: number;
  continuesAbove: boolean;
  continuesBefore: boolean;
}

interface Row {
  texts: string[];
  definitions: CellDefinition[];
  isHeader: boolean;
}

export class TableRows {
  readonly #put: (piece: Piece) => void;
  #rows: Row[] = [];
  #texts: string[] = [];
  #definitions: CellDefinition[] = [];
  #isHeader = false;
  #continuesAbove = false;
  #continuesBefore = false;

  constructor(put: (piece: Piece) => void) {
    this.#put = put;
  }

  /** Takes a control word that defines a row. Returns false for other words. */
  define(name: string, value = 0): boolean {
    if (name === 'trowd') {
      this.#definitions = [];
      this.#isHeader = false;
    } else if (name === 'trhdr') this.#isHeader = true;
    else if (name === 'clvmrg') this.#continuesAbove = true;
    else if (name === 'clmrg') this.#continuesBefore = true;
    else if (name === 'cellx') {
      const [continuesAbove, continuesBefore] = [this.#continuesAbove, this.#continuesBefore];
      this.#definitions.push({ edge: value, continuesAbove, continuesBefore });
      this.#continuesAbove = false;
      this.#continuesBefore = false;
    } else return false;
    return true;
  }

  addCell(text: string): void {
    this.#texts.push(text);
  }

  endRow(): void {
    if (this.#texts.length > 0)
      this.#rows.push({ texts: this.#texts, definitions: this.#definitions, isHeader: this.#isHeader });
    this.#texts = [];
    if (this.#rows.length >= maxRows) this.end();
  }

  /** Writes the table. */
  end(): void {
    if (this.#rows.length === 0) return;
    const edges = edgesOf(this.#rows);
    const table = new Table(this.#put);
    for (const { texts, definitions, isHeader } of this.#rows) {
      let from = 0;
      for (const [index, text] of texts.entries()) {
        const { edge, continuesAbove = false, continuesBefore = false } = definitions[index] ?? {};
        const to = edge === undefined ? from + 1 : Math.max(from + 1, columnOf(edges, edge) + 1);
        table.add({ text: continuesBefore ? '' : text, column: from, columns: to - from, continues: continuesAbove });
        from = to;
      }
      table.endRow(isHeader);
    }
    table.end();
    this.#rows = [];
  }
}

/** Returns the right edges of all columns. */
function edgesOf(rows: Row[]): number[] {
  const all = [...new Set(rows.flatMap(({ definitions }) => definitions.map(({ edge }) => edge)))].sort(
    (a, b) => a - b,
  );
  return all.filter((edge, index) => index === 0 || edge - (all[index - 1] as number) > sameEdge);
}

function columnOf(edges: number[], edge: number): number {
  return edges.findLastIndex((one) => one <= edge);
}
