// Formulas of office documents (ECMA-376, part 1, section 22.1) as LaTeX.

import { childOf, childrenOf, type Element, textOf } from '../tree.ts';

const operators: Record<string, string> = {
  '∑': '\\sum',
  '∏': '\\prod',
  '∫': '\\int',
  '∬': '\\iint',
  '∭': '\\iiint',
  '∮': '\\oint',
  '⋃': '\\bigcup',
  '⋂': '\\bigcap',
};
const accents: Record<string, string> = {
  '\u0302': '\\hat',
  '\u0303': '\\tilde',
  '\u0304': '\\bar',
  '\u0305': '\\bar',
  '\u0307': '\\dot',
  '\u0308': '\\ddot',
  '\u20d7': '\\vec',
};
const functions = new Set(
  'sin cos tan cot sinh cosh tanh arcsin arccos arctan exp ln log lim max min sup inf det'.split(' '),
);
/** Letters in the styles of formulas, such as 𝑥. */
const styledLetters = /[\u{1d400}-\u{1d7ff}ℎ]/gu;

/** Returns a formula as LaTeX, without the marks of its beginning and end. */
export function formula(element: Element): string {
  return (writers[element.name] ?? inner)(element);
}

const writers: Record<string, (element: Element) => string> = {
  'm:t': (element) => textOf(element).replaceAll(styledLetters, (letter) => letter.normalize('NFKC')),
  'w:t': textOf,
  'w:br': () => ' ',
  'w:tab': () => ' ',
  'w:del': () => '',
  'w:moveFrom': () => '',
  'm:f': (f) =>
    setting(f, 'm:fPr', 'm:type') === 'lin'
      ? `${part(f, 'm:num')}/${part(f, 'm:den')}`
      : `\\frac{${part(f, 'm:num')}}{${part(f, 'm:den')}}`,
  'm:sSup': (s) => `${part(s, 'm:e')}${script('^', s, 'm:sup')}`,
  'm:sSub': (s) => `${part(s, 'm:e')}${script('_', s, 'm:sub')}`,
  'm:sSubSup': (s) => `${part(s, 'm:e')}${script('_', s, 'm:sub')}${script('^', s, 'm:sup')}`,
  'm:sPre': (s) => `{}${script('_', s, 'm:sub')}${script('^', s, 'm:sup')}${part(s, 'm:e')}`,
  'm:limLow': (l) => `${part(l, 'm:e')}${script('_', l, 'm:lim')}`,
  'm:limUpp': (l) => `${part(l, 'm:e')}${script('^', l, 'm:lim')}`,
  'm:rad': (r) => `\\sqrt${part(r, 'm:deg').replace(/^.+$/s, '[$&]')}{${part(r, 'm:e')}}`,
  'm:nary': (n) => {
    const sign = setting(n, 'm:naryPr', 'm:chr') ?? '∫';
    return `${operators[sign] ?? sign}${script('_', n, 'm:sub')}${script('^', n, 'm:sup')} ${part(n, 'm:e')}`;
  },
  'm:d': (d) => {
    const [begin, separator, end] = [
      ['m:begChr', '('],
      ['m:sepChr', '|'],
      ['m:endChr', ')'],
    ].map(([name = '', usual]) => (setting(d, 'm:dPr', name) ?? usual ?? '').replace(/[{}]/, '\\$&'));
    return `${begin}${parts(d, 'm:e').join(separator)}${end}`;
  },
  'm:func': (f) => {
    const name = part(f, 'm:fName');
    return `${functions.has(/^[a-z]+/.exec(name)?.[0] ?? '') ? '\\' : ''}${name} ${part(f, 'm:e')}`;
  },
  'm:acc': (a) => `${accents[setting(a, 'm:accPr', 'm:chr') ?? ''] ?? '\\hat'}{${part(a, 'm:e')}}`,
  'm:bar': (b) => `${setting(b, 'm:barPr', 'm:pos') === 'top' ? '\\overline' : '\\underline'}{${part(b, 'm:e')}}`,
  'm:m': (m) => `\\begin{matrix}${parts(m, 'm:mr').join(' \\\\ ')}\\end{matrix}`,
  'm:mr': (row) => parts(row, 'm:e').join(' & '),
  'm:eqArr': (a) => `\\begin{aligned}${parts(a, 'm:e').join(' \\\\ ')}\\end{aligned}`,
};

function inner(element: Element): string {
  return childrenOf(element).map(formula).join('');
}

function part(element: Element, name: string): string {
  return parts(element, name).join('');
}

function parts(element: Element, name: string): string[] {
  return childrenOf(element)
    .filter((child) => child.name === name)
    .map((child) => (name === 'm:mr' ? formula(child) : inner(child)));
}

function script(sign: string, element: Element, name: string): string {
  const text = part(element, name);
  if (text === '') return '';
  return sign + (/^.$/u.test(text) ? text : `{${text}}`);
}

function setting(element: Element, properties: string, name: string): string | undefined {
  const found = childOf(element, properties, name);
  return found === undefined ? undefined : (found.attributes['m:val'] ?? '');
}
