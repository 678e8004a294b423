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

/** The code pages of languages by their primary number. The others have 1252. */
const ofLanguages: Record<number, number> = {
  0x01: 1256, // Arabic
  0x02: 1251, // Bulgarian
  0x04: 936, // Chinese
  0x05: 1250, // Czech
  0x08: 1253, // Greek
  0x0d: 1255, // Hebrew
  0x0e: 1250, // Hungarian
  0x11: 932, // Japanese
  0x12: 949, // Korean
  0x15: 1250, // Polish
  0x18: 1250, // Romanian
  0x19: 1251, // Russian
  0x1a: 1250, // Croatian, Serbian
  0x1b: 1250, // Slovak
  0x1c: 1250, // Albanian
  0x1e: 874, // Thai
  0x1f: 1254, // Turkish
  0x20: 1256, // Urdu
  0x22: 1251, // Ukrainian
  0x23: 1251, // Belarusian
  0x24: 1250, // Slovenian
  0x25: 1257, // Estonian
  0x26: 1257, // Latvian
  0x27: 1257, // Lithuanian
  0x29: 1256, // Persian
  0x2a: 1258, // Vietnamese
  0x2c: 1254, // Azerbaijani
  0x2f: 1251, // Macedonian
  0x3f: 1251, // Kazakh
  0x40: 1251, // Kyrgyz
  0x43: 1254, // Uzbek
  0x44: 1251, // Tatar
  0x50: 1251, // Mongolian
};

/** Languages that are written in two scripts, by their whole number. */
const ofLocales: Record<number, number> = {
  0x0404: 950, // Taiwan
  0x0c04: 950, // Hong Kong
  0x1404: 950, // Macao
  0x0c1a: 1251, // Serbian in Cyrillic
  0x1c1a: 1251, // Bosnia
  0x201a: 1251, // Bosnian in Cyrillic
  0x082c: 1251, // Azerbaijani in Cyrillic
  0x0843: 1251, // Uzbek in Cyrillic
};

/** Returns the encoding of a code page, such as 1252. */
export function encodingOfCodePage(page: number): string {
  return names[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : `cp${page}`);
}

/** Returns the code page of texts that are not in Unicode in a language, such as 1049 (Russian): 1251. */
export function codePageOfLocale(locale: number): number {
  return ofLocales[locale] ?? ofLanguages[locale & 0x3ff] ?? 1252;
}
