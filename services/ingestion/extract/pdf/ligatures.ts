// Ligatures of scripts that run from right to left, such as lam with alef, which nearly every Arabic sentence has. The
// reader takes the letters of such a glyph for letters in the order in which they are drawn, and reverses them.

import { getResolvedPDFJS } from 'unpdf';
import type { Page, TextItem } from './document.ts';
import { leftwardLetters } from './right-to-left.ts';

/** The forms of Arabic letters at the beginning, in the middle and at the end of a word. */
const forms = /[\ufb50-\ufdff\ufe70-\ufefc]+/g;

/** Returns the items with the letters of ligatures in their order, and with letters in place of their forms. */
export async function withLigatures(page: Page, items: TextItem[]): Promise<TextItem[]> {
  if (!items.some(({ dir }) => dir === 'rtl')) return items;
  const glyphs = (await glyphsOf(page)).values();
  return items.map((item) => {
    const reversed = lettersOf(item.str);
    const own: string[][] = [];
    for (let count = 0; count < reversed.length; count += own[0]?.length ?? 0) {
      const { value, done } = glyphs.next();
      if (done === true) break;
      own.unshift(value);
    }
    // The check fails for texts that are drawn in another order.
    const isFound = own.flatMap((glyph) => glyph.toReversed()).join('') === reversed.join('');
    const letters = (isFound ? own.flat() : reversed).values();
    const str = item.str.replaceAll(leftwardLetters, (letter) => letters.next().value ?? letter);
    return { ...item, str: str.replaceAll(forms, (found) => found.normalize('NFKC')) };
  });
}

/** Returns the letters of each glyph that the page draws, without those of its annotations. */
async function glyphsOf(page: Page): Promise<string[][]> {
  const { OPS: operators, normalizeUnicode } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  const glyphs: string[][] = [];
  let isAnnotation = false;
  for (const [index, operator] of fnArray.entries()) {
    if (operator === operators.beginAnnotation) isAnnotation = true;
    else if (operator === operators.endAnnotation) isAnnotation = false;
    else if (operator === operators.showText && !isAnnotation)
      for (const glyph of (argsArray[index] as [({ unicode: string } | number)[]])[0]) {
        const letters = typeof glyph === 'number' ? [] : lettersOf(normalizeUnicode(glyph.unicode));
        if (letters.length > 0) glyphs.push(letters);
      }
  }
  return glyphs;
}

function lettersOf(text: string): string[] {
  return text.match(leftwardLetters) ?? [];
}
