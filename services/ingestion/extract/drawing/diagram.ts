// SmartArt of office documents (ECMA-376, part 1, section 21.4): points with texts, and connections that order them as a
// tree.

import { oneLine } from '../piece.ts';
import { type Element, readTrees, textOf, within } from '../tree.ts';
import type { Package } from '../zip.ts';

/** Deeper points are indented as those of this level. */
const maxIndent = 8;

/** Yields the texts of a diagram, a line for each point, indented by its level. */
export async function* diagramText(document: Package, part: string): AsyncIterable<string> {
  const texts = new Map<string, string>();
  const below = new Map<string, { id: string; order: number }[]>();
  const roots: string[] = [];
  const take = (element: Element): void => {
    const { modelId = '', type = '', srcId = '', destId = '', srcOrd = '0' } = element.attributes;
    if (element.name === 'dgm:cxn') {
      if (type !== '' && type !== 'parOf') return;
      const points = below.get(srcId) ?? [];
      points.push({ id: destId, order: Number(srcOrd) });
      below.set(srcId, points);
    } else {
      texts.set(modelId, pointText(element));
      if (type === 'doc') roots.push(modelId);
    }
  };
  const whole = new Set(['dgm:pt', 'dgm:cxn']);
  for await (const _piece of readTrees(document.part(part), { whole, element: take }));
  const left: { id: string; level: number }[] = [...texts.keys()].reverse().map((id) => ({ id, level: 0 }));
  left.push(...roots.map((id) => ({ id, level: -1 })));
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { id, level } = next;
    const text = texts.get(id);
    // Each point stands once, also if it is below itself.
    if (!texts.delete(id)) continue;
    if (text) yield `${'  '.repeat(Math.min(Math.max(level, 0), maxIndent))}- ${text}\n`;
    const points = (below.get(id) ?? []).toSorted((a, b) => b.order - a.order);
    left.push(...points.map((point) => ({ id: point.id, level: level + 1 })));
  }
}

function pointText(point: Element): string {
  const paragraphs = [...within(point, new Set(['a:p']))];
  return oneLine(paragraphs.map((one) => [...within(one, new Set(['a:t']))].map(textOf).join('')).join(' '));
}
