// The charsets of RTF: code pages of the document and of its fonts (Rich Text Format Specification 1.9.1).

/** The encodings of `\fcharset`. The others are those of the document. */
const ofFonts: Record<number, string> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  130: 'cp1361',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
  254: 'cp437',
  255: 'cp850',
};

const ofCodePages: Record<number, string> = {
  708: 'iso-8859-6',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  874: 'windows-874',
  10000: 'macintosh',
  54936: 'gb18030',
  65001: 'utf-8',
};

/** Returns the encoding of a font's charset; undefined if it is that of the document. */
export function encodingOfFont(charset: number): string | undefined {
  return ofFonts[charset];
}

/** Returns the encoding of a code page, such as 1252. */
export function encodingOfCodePage(page: number): string {
  return ofCodePages[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : `cp${page}`);
}
