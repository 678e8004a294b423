// Fields of Word documents (ECMA-376, part 1, section 17.16): an instruction, and then its result, which may reach over
// paragraphs. Results are text, instructions are not.

import { childOf, childrenOf, type Element, isOn } from '../tree.ts';

export interface Field {
  instruction: string;
  isResult: boolean;
  /** The place in the text of the open paragraph at which its result begins. */
  at: number;
}

export class Fields {
  readonly #open: Field[] = [];

  /** Texts stand in the instruction of a field. */
  get isInstruction(): boolean {
    return this.#open.some(({ isResult }) => !isResult);
  }

  begin(at: number): void {
    this.#open.push({ instruction: '', isResult: false, at });
  }

  instruct(text: string): void {
    const field = this.#open.at(-1);
    if (field !== undefined && !field.isResult) field.instruction += text;
  }

  separate(at: number): void {
    const field = this.#open.at(-1);
    if (field !== undefined) Object.assign(field, { isResult: true, at });
  }

  /** Returns the field that ends. */
  end(): Field | undefined {
    return this.#open.pop();
  }

  /** Results go on in the next paragraph. An instruction that does not end is broken, and hides no other paragraph. */
  endParagraph(): void {
    const results = this.#open.filter(({ isResult }) => isResult);
    this.#open.splice(0, this.#open.length, ...results.map((field) => ({ ...field, at: 0 })));
  }
}

/** Returns the address of a link's instruction, if it leads out of the document. */
export function addressOf(instruction: string): string | undefined {
  return /^\s*HYPERLINK\s+(?:"([^"\\]+)"|([^\s"\\]+))/i
    .exec(instruction)
    ?.slice(1)
    .find((one) => one !== undefined);
}

/** Returns true for numbers of pages, which depend on the page on which they stand. */
export function isPageNumber(instruction: string): boolean {
  return /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i.test(instruction);
}

/** Returns the value of a form field that has no text of its own: a checkbox or a list of choices. */
export function formValue(character: Element): string {
  const data = childOf(character, 'w:ffData');
  const box = childOf(data, 'w:checkBox');
  if (box !== undefined) return checkbox(isOn(childOf(box, 'w:checked') ?? childOf(box, 'w:default')));
  const choices = childOf(data, 'w:ddList');
  const entries = choices === undefined ? [] : childrenOf(choices).filter(({ name }) => name === 'w:listEntry');
  const chosen = childOf(choices, 'w:result') ?? childOf(choices, 'w:default');
  return entries[Number(chosen?.attributes['w:val'] ?? 0)]?.attributes['w:val'] ?? '';
}

export function checkbox(isChecked: boolean): string {
  return isChecked ? '☒' : '☐';
}
