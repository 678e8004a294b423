// The heading levels of a Word document's paragraph styles (ECMA-376, part 1, sections 17.7.4 and 17.3.1.20). The id of a
// style depends on the language of the program; the name of a heading's style does not.

import { readXml } from './xml.ts';
import type { Package } from './zip.ts';

interface Style {
  level: number;
  basedOn: string;
}

/** A style without a level of its own has that of the style on which it is based, at most so many steps away. */
const maxSteps = 10;

/** Returns the levels of the heading styles by their ids; 1 is the highest. */
export async function headingLevels(document: Package): Promise<Map<string, number>> {
  const part = 'word/styles.xml';
  const styles = new Map<string, Style>();
  if (!document.names.includes(part)) return new Map();
  let style: Style | undefined;
  const pieces = readXml(document.part(part), {
    open(name, attributes) {
      const value = attributes['w:val'] ?? '';
      if (name === 'w:style') {
        style = { level: 0, basedOn: '' };
        styles.set(attributes['w:styleId'] ?? '', style);
      } else if (style !== undefined) {
        if (name === 'w:name') style.level = levelOfName(value);
        if (name === 'w:basedOn') style.basedOn = value;
        if (name === 'w:outlineLvl') style.level = outlineLevel(value);
      }
    },
    close(name) {
      if (name === 'w:style') style = undefined;
    },
  });
  for await (const _piece of pieces);
  const levels = [...styles.keys()].map((id): [string, number] => [id, levelOf(id, styles)]);
  return new Map(levels.filter(([, level]) => level > 0));
}

/** Returns the heading level of a `w:outlineLvl`: 9 is the level of other text. */
export function outlineLevel(value: string): number {
  const level = Number(value) + 1;
  return level >= 1 && level <= 9 ? level : 0;
}

function levelOfName(name: string): number {
  if (name.toLowerCase() === 'title') return 1;
  return Number(/^heading (\d)$/i.exec(name)?.[1] ?? 0);
}

function levelOf(id: string, styles: Map<string, Style>): number {
  let style = styles.get(id);
  for (let step = 0; step < maxSteps && style !== undefined; step += 1) {
    if (style.level > 0) return style.level;
    style = styles.get(style.basedOn);
  }
  return 0;
}
