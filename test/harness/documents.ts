// Documents for tests, built by hand, and samples from popular libraries. Those libraries would add 50 MB to every
// installation.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';

export type Bytes = Uint8Array<ArrayBuffer>;

/** Returns a sample document from test/harness/samples that a popular library has created: `pdfkit.pdf`. */
export function sample(name: string): Bytes {
  return new Uint8Array(readFileSync(join(import.meta.dirname, 'samples', name)));
}

/** Returns a PDF with a page for each text. Only Latin-1 characters. */
export function pdf(...pages: string[]): Bytes {
  return drawnPdf(
    ...pages.map((page) => {
      const lines = page.match(/.{1,90}(?:\s|$)|.{1,90}|\n/g) ?? [];
      const shown = lines.map((line) => `${pdfString(line.trimEnd())} Tj T*`).join('\n');
      return `BT /F1 10 Tf 12 TL 40 780 Td\n${shown}\nET`;
    }),
  );
}

/** Returns a PDF with an A4 page (595 by 842 points) for each content stream. The font is /F1. */
export function drawnPdf(...contents: string[]): Bytes {
  const kids = contents.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const objects: (string | Buffer)[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  for (const stream of contents) {
    const content = deflateSync(Buffer.from(stream, 'latin1'));
    const own = objects.length + 2;
    objects.push(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> ' +
        `/Contents ${own} 0 R >>`,
      Buffer.concat([
        Buffer.from(`<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`),
        content,
        Buffer.from('\nendstream'),
      ]),
    );
  }
  return rawPdf(objects);
}

/** Returns the text as a literal string of a content stream. */
export function pdfString(text: string): string {
  return `(${text.replace(/[\\()]/g, '\\$&')})`;
}

/**
 * Returns a PDF with these objects; the first one is the catalog. It has no cross-reference table, and readers must
 * accept that.
 */
export function rawPdf(objects: (string | Buffer)[], trailer = ''): Bytes {
  const parts = objects.flatMap((object, index) => [`${index + 1} 0 obj\n`, object, '\nendobj\n']);
  const end = `trailer\n<< /Root 1 0 R /Size ${objects.length + 1} ${trailer}>>\nstartxref\n0\n%%EOF\n`;
  return new Uint8Array(
    Buffer.concat(['%PDF-1.7\n', ...parts, end].map((part) => Buffer.from(part as string, 'latin1'))),
  );
}

/** Returns a Word document with paragraphs, and with a table if rows are given. */
export function docx(paragraphs: string[], rows: string[][] = []): Bytes {
  const paragraph = (text: string): string =>
    `<w:p><w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`;
  const cells = (row: string[]): string => row.map((text) => `<w:tc>${paragraph(text)}</w:tc>`).join('');
  const table = rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join('');
  return rawDocx(`<w:body>${paragraphs.map(paragraph).join('')}${table && `<w:tbl>${table}</w:tbl>`}</w:body>`);
}

/** Returns a presentation with a slide for each text. */
export function pptx(...slides: string[]): Bytes {
  const entries = slides.map((text, index): [string, string] => [
    `ppt/slides/slide${index + 1}.xml`,
    `<p:sld><p:txBody><a:p><a:r><a:t>${escapeXml(text)}</a:t></a:r></a:p></p:txBody></p:sld>`,
  ]);
  return zip({
    '[Content_Types].xml': '<Types/>',
    'ppt/presentation.xml': '<p:presentation/>',
    ...Object.fromEntries(entries),
  });
}

/** Returns a workbook with one sheet. Strings are shared strings; Dates are numbers with a date format. */
export function xlsx(sheet: string, rows: (string | number | boolean | Date)[][]): Bytes {
  const strings: string[] = [];
  const cellOf = (value: string | number | boolean | Date): string => {
    if (typeof value === 'string') return `<c t="s"><v>${strings.push(escapeXml(value)) - 1}</v></c>`;
    if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`;
    if (typeof value === 'number') return `<c><v>${value}</v></c>`;
    return `<c s="1"><v>${(value.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000}</v></c>`;
  };
  const data = rows.map((row) => `<row>${row.map(cellOf).join('')}</row>`).join('');
  return zip({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook><sheets><sheet name="${escapeXml(sheet)}" sheetId="1"/></sheets></workbook>`,
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${data}</sheetData></worksheet>`,
  });
}

/** Returns a ZIP archive of texts or bytes, by file name. */
export function zip(files: Record<string, string | Uint8Array>): Bytes {
  const entries = Object.entries(files).map(([name, content]): [string, Uint8Array] => [
    name,
    typeof content === 'string' ? strToU8(content) : content,
  ]);
  return new Uint8Array(zipSync(Object.fromEntries(entries)));
}

/** Returns a Word document with this XML as its body. */
export function rawDocx(body: string, prologue = ''): Bytes {
  return zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': `${prologue}<w:document>${body}</w:document>` });
}

/**
 * Returns a ZIP archive with one entry that inflates to `bytes` times the letter a, and declares a size of `declared`.
 */
export function bomb(name: string, bytes: number, declared = bytes): Bytes {
  const packed = deflateRawSync(Buffer.alloc(bytes, 'a'), { level: 9 });
  const nameBytes = Buffer.from(name);
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(packed.length, 4);
  sizes.writeUInt32LE(declared, 8);
  const common = Buffer.concat([Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0, 0]), sizes]);
  const lengths = Buffer.alloc(4);
  lengths.writeUInt16LE(nameBytes.length, 0);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, lengths, nameBytes, packed]);
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\x00', 'latin1'),
    common,
    lengths,
    Buffer.alloc(14),
    nameBytes,
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return new Uint8Array(Buffer.concat([local, central, end]));
}

/** Returns the header of a PNG image of this size. */
export function pngHeader(width: number, height: number): Bytes {
  const head = Buffer.alloc(33);
  head.write('\x89PNG\r\n\x1a\n', 'latin1');
  head.writeUInt32BE(13, 8);
  head.write('IHDR', 12, 'latin1');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return new Uint8Array(head);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
