// Characters that a document names by their places in a font of symbols.

const greek = {
  capital: 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ',
  small: 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ',
};
const symbolFont: Record<number, string> = {
  163: '≤',
  165: '∞',
  172: '←',
  174: '→',
  176: '°',
  177: '±',
  179: '≥',
  180: '×',
  183: '•',
  184: '÷',
  185: '≠',
  186: '≡',
  187: '≈',
  229: '∑',
  242: '∫',
};
const wingdings: Record<number, string> = {
  108: '●',
  110: '■',
  111: '☐',
  113: '☐',
  167: '▪',
  168: '☐',
  223: '←',
  224: '→',
  251: '✗',
  252: '✓',
  253: '☒',
  254: '☑',
};

/** Returns the character with this hexadecimal code in a font; '' if it is not known. */
export function symbol(font = '', code = ''): string {
  const number = Number.parseInt(code, 16);
  const at = number >= 0xf000 && number <= 0xf0ff ? number - 0xf000 : number;
  if (/^wingdings$/i.test(font)) return wingdings[at] ?? '';
  if (/^symbol$/i.test(font)) {
    const letter = at >= 0x61 ? greek.small[at - 0x61] : greek.capital[at - 0x41];
    return letter ?? symbolFont[at] ?? (at < 0x7f ? String.fromCodePoint(at) : '');
  }
  return number >= 0x20 && number < 0xe000 ? String.fromCodePoint(number) : '';
}
