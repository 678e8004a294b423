// The numbers that Windows gives to encodings and languages (code page identifiers; MS-LCID).

/** Code pages whose encoding is not called by their number. */
const names: Record<number, string> = {
  708: 'iso-8859-6',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  20127: 'windows-1252',
  50220: 'iso-2022-jp',
  50221: 'iso-2022-jp',
  50222: 'iso-2022-jp',
  51932: 'euc-jp',
  51936: 'gbk',
  51949: 'euc-kr',
  54936: 'gb18030',
  65001: 'utf-8',
};

/** The code pages of languages, by the language's primary number. The others have 1252. */
const ofLanguages: [page: number, languages: number[]][] = [
  // Thai; Japanese; Chinese; Korean.
  [874, [0x1e]],
  [932, [0x11]],
  [936, [0x04]],
  [949, [0x12]],
  // Czech, Hungarian, Polish, Romanian, Croatian and Serbian, Slovak, Albanian, Slovenian.
  [1250, [0x05, 0x0e, 0x15, 0x18, 0x1a, 0x1b, 0x1c, 0x24]],
  // Bulgarian, Russian, Ukrainian, Belarusian, Macedonian, Kazakh, Kyrgyz, Tatar, Mongolian.
  [1251, [0x02, 0x19, 0x22, 0x23, 0x2f, 0x3f, 0x40, 0x44, 0x50]],
  [1253, [0x08]], // Greek
  [1254, [0x1f, 0x2c, 0x43]], // Turkish, Azerbaijani, Uzbek
  [1255, [0x0d]], // Hebrew
  [1256, [0x01, 0x20, 0x29]], // Arabic, Urdu, Persian
  [1257, [0x25, 0x26, 0x27]], // Estonian, Latvian, Lithuanian
  [1258, [0x2a]], // Vietnamese
];

/** The same of languages that are written in two scripts, by the whole number. */
const ofLocales: typeof ofLanguages = [
  [950, [0x0404, 0x0c04, 0x1404]], // Chinese in Taiwan, Hong Kong and Macao
  [1251, [0x0c1a, 0x1c1a, 0x201a, 0x082c, 0x0843]], // Serbian, Bosnian, Azerbaijani and Uzbek in Cyrillic
];

/** Returns the encoding of a code page, such as 1252. */
export function encodingOfCodePage(page: number): string {
  return names[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : `cp${page}`);
}

/** Returns the code page of texts that are not in Unicode in a language, such as 1049 (Russian): 1251. */
export function codePageOfLocale(locale: number): number {
  const found =
    ofLocales.find(([, locales]) => locales.includes(locale)) ??
    ofLanguages.find(([, languages]) => languages.includes(locale & 0x3ff));
  return found?.[0] ?? 1252;
}
