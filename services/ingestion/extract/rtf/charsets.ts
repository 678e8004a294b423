// The charsets of RTF's fonts (Rich Text Format Specification 1.9.1).

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

/** Returns the encoding of a font's charset; undefined if it is that of the document. */
export function encodingOfFont(charset: number): string | undefined {
  return ofFonts[charset];
}
