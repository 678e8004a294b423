// The layers over a PDF page: the values of form fields, the captions of buttons, signatures and the addresses of links,
// each at its place, and notes.

import { oneLine } from '../piece.ts';
import type { OperatorList, Operators, Page } from './document.ts';
import type { Run } from './runs.ts';

/** Pages with more of them are made to be slow. */
const maxMarks = 2000;
const maxFontSize = 10;
const hiddenFlags = 2 | 32;
/** A move to the right by more than so many thousandths of the font's size is a space. */
const minSpaceMove = 200;
const number = /^\s*[-+]?\d+(?:[.,]\d+)?\s*$/;
/** Values of checkboxes that only say that they are on. */
const plainOn = /^(?:yes|on|true|ja|oui|x|\d+)$/i;

/** The parts of an annotation that are read. */
interface Mark {
  id: string;
  subtype: string;
  rect: number[];
  annotationFlags?: number;
  fieldType?: string;
  fieldValue?: unknown;
  password?: boolean;
  options?: { exportValue: string; displayValue: string }[];
  checkBox?: boolean;
  radioButton?: boolean;
  pushButton?: boolean;
  exportValue?: string;
  buttonValue?: string | null;
  url?: string;
  titleObj?: { str: string };
  contentsObj?: { str: string };
  textContent?: string[];
}

/** Returns the values and addresses as texts at their places, and the notes as lines. */
export async function marksOf(page: Page, operators: Operators): Promise<{ runs: Run[]; notes: string[] }> {
  const marks = ((await page.getAnnotations()) as Mark[]).slice(0, maxMarks);
  const shown = marks.filter(({ annotationFlags = 0 }) => (annotationFlags & hiddenFlags) === 0);
  const drawn = shown.some(isDrawn) ? drawnTexts(await page.getOperatorList(), operators) : new Map<string, string>();
  const runs = shown.flatMap((mark) => {
    const text = textOf(mark, drawn);
    return text === '' ? [] : runOf(mark, text);
  });
  return { runs, notes: shown.flatMap((mark) => noteOf(mark) ?? []) };
}

function textOf(mark: Mark, drawn: ReadonlyMap<string, string>): string {
  if (mark.subtype === 'Link') return mark.url ?? '';
  if (isDrawn(mark)) return oneLine(drawn.get(mark.id) ?? '');
  return mark.subtype === 'Widget' ? shownValue(mark) : '';
}

/** Returns true for fields without a value: only their drawing has a text. */
function isDrawn({ subtype, fieldType, pushButton }: Mark): boolean {
  return subtype === 'Widget' && (fieldType === 'Sig' || pushButton === true);
}

/** Returns the texts that annotations draw, by the id of the annotation. */
function drawnTexts({ fnArray, argsArray }: OperatorList, operators: Operators): Map<string, string> {
  const texts = new Map<string, string>();
  let id: string | undefined;
  for (const [index, operator] of fnArray.entries()) {
    if (operator === operators.beginAnnotation) [id] = argsArray[index] as [string];
    else if (operator === operators.endAnnotation) id = undefined;
    else if (operator === operators.showText && id !== undefined)
      texts.set(id, `${texts.get(id) ?? ''}${glyphText((argsArray[index] as [Glyph[]])[0])}\n`);
  }
  return texts;
}

/** A letter, or a move to the left in thousandths of the font's size. */
type Glyph = { unicode: string } | number;

function glyphText(glyphs: readonly Glyph[]): string {
  return glyphs
    .map((glyph) => (typeof glyph === 'number' ? (glyph < -minSpaceMove ? ' ' : '') : glyph.unicode))
    .join('');
}

function shownValue({ fieldType, fieldValue, password, textContent = [], ...mark }: Mark): string {
  if (fieldType === 'Tx') {
    if (password === true) return '';
    const drawn = textContent.join(' ');
    // A long value may be a stream, which only its appearance shows; so is the format of a number.
    const isKept = typeof fieldValue === 'string' && fieldValue !== '' && (drawn === '' || !number.test(fieldValue));
    return oneLine(isKept ? fieldValue : drawn);
  }
  if (fieldType === 'Ch') {
    const values = [fieldValue].flat().filter((value) => typeof value === 'string');
    return values
      .map((value) => mark.options?.find(({ exportValue }) => exportValue === value)?.displayValue ?? value)
      .join(', ');
  }
  if (mark.checkBox !== true && mark.radioButton !== true) return '';
  const own = (mark.checkBox === true ? mark.exportValue : mark.buttonValue) ?? '';
  if (fieldValue !== own || own === 'Off' || own === '') return '☐';
  return plainOn.test(own) ? '☒' : `☒ ${own}`;
}

function noteOf({ subtype, titleObj, contentsObj, textContent }: Mark): string | undefined {
  if (['Widget', 'Link', 'Popup'].includes(subtype)) return undefined;
  const text = oneLine(contentsObj?.str || (textContent ?? []).join(' '));
  const author = oneLine(titleObj?.str ?? '');
  return text === '' ? undefined : `Note${author && ` by ${author}`}: ${text}\n`;
}

/** Returns the text in the middle of the place; an address behind it, without a width. */
function runOf({ subtype, rect }: Mark, text: string): Run {
  const [left = 0, bottom = 0, right = 0, top = 0] = rect;
  const size = Math.min(maxFontSize, Math.max(top - bottom, 1));
  const base = (bottom + top - size) / 2;
  const isLink = subtype === 'Link';
  return {
    text: isLink ? `(${text})` : text,
    mark: isLink ? 'address' : 'value',
    size,
    left: isLink ? right : left,
    right,
    bottom: base,
    top: base + size,
  };
}
