// The directions of the texts on a page. Texts that run up, down or upside down are turned, and those of scripts that run
// to the left are mirrored, so that they are laid out like others.

import type { TextItem } from './document.ts';
import { type Direction, directionOf, mirroredItem, mirroredMatrix } from './right-to-left.ts';

/** The matrices that turn a text of each direction: to the right, up, to the left, down. */
const turns: readonly [x: number, y: number, matrix: readonly number[]][] = [
  [1, 0, [1, 0, 0, 1, 0, 0]],
  [0, 1, [0, -1, 1, 0, 0, 0]],
  [-1, 0, [-1, 0, 0, -1, 0, 0]],
  [0, -1, [0, 1, -1, 0, 0, 0]],
];

export interface Turned {
  /** Turns the page, so that the texts run to the right. Undefined for texts in other directions. */
  matrix: readonly number[] | undefined;
  items: TextItem[];
  /** The side to which the script runs. */
  direction: Direction;
}

/** Returns the items by their directions, those with the most texts first. */
export function byDirection(items: readonly TextItem[]): Turned[] {
  const groups = new Map<readonly number[] | undefined, TextItem[]>();
  for (const item of items) {
    const [a = 0, b = 0] = item.transform;
    const length = Math.hypot(a, b);
    const turn = turns.find(([x, y]) => x * a + y * b > length * 0.9999);
    const group = groups.get(turn?.[2]) ?? [];
    group.push(turn === undefined ? item : turned(item, turn[2]));
    groups.set(turn?.[2], group);
  }
  return [...groups]
    .map(([matrix, items]) => mirrored(matrix, items))
    .toSorted((a, b) => b.items.length - a.items.length);
}

function mirrored(matrix: readonly number[] | undefined, items: TextItem[]): Turned {
  const direction = directionOf(items.map(({ str }) => str));
  if (direction === 'right') return { matrix, items, direction };
  return { matrix: matrix && mirroredMatrix(matrix), items: items.map(mirroredItem), direction };
}

function turned(item: TextItem, matrix: readonly number[]): TextItem {
  const [a = 1, b = 0, c = 0, d = 1] = matrix;
  const transform = [0, 2, 4].flatMap((at) => {
    const [x = 0, y = 0] = item.transform.slice(at, at + 2) as number[];
    return [a * x + c * y, b * x + d * y];
  });
  return { ...item, transform };
}
