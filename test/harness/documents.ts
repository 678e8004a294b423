// Documents for tests: made by the libraries that people make them with, or by hand where they must be broken.

import { deflateRawSync } from 'node:zlib';
import { Document, Packer, Paragraph, Table, TableCell, TableRow, TextRun } from 'docx';
import { strToU8, zipSync } from 'fflate';
import PdfDocument from 'pdfkit';
import PptxGenJs from 'pptxgenjs';

export type Bytes = Uint8Array<ArrayBuffer>;

/** A PDF with a page for each text. */
export async function pdf(...pages: string[]): Promise<Bytes> {
  const document = new PdfDocument({ autoFirstPage: false, compress: true });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => document.on('end', () => resolve()));
  for (const page of pages) document.addPage().text(page);
  document.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
}

/** A PDF of these objects, the first of which is the catalog; with no table of them, as readers must accept. */
export function rawPdf(objects: (string | Buffer)[], trailer = ''): Bytes {
  const parts = objects.flatMap((object, index) => [`${index + 1} 0 obj\n`, object, '\nendobj\n']);
  const end = `trailer\n<< /Root 1 0 R /Size ${objects.length + 1} ${trailer}>>\nstartxref\n0\n%%EOF\n`;
  return new Uint8Array(
    Buffer.concat(['%PDF-1.7\n', ...parts, end].map((part) => Buffer.from(part as string, 'latin1'))),
  );
}

/** A Word document of paragraphs, with a table where rows are given. */
export async function docx(paragraphs: string[], rows: string[][] = []): Promise<Bytes> {
  const table = new Table({
    rows: rows.map(
      (row) => new TableRow({ children: row.map((text) => new TableCell({ children: [new Paragraph(text)] })) }),
    ),
  });
  const children = paragraphs.map((text) => new Paragraph({ children: [new TextRun(text)] }));
  const document = new Document({ sections: [{ children: rows.length === 0 ? children : [...children, table] }] });
  return new Uint8Array(await Packer.toBuffer(document));
}

/** A presentation with a slide for each text, and notes to it where they are given. */
export async function pptx(...slides: { text: string; notes?: string }[]): Promise<Bytes> {
  const presentation = new (PptxGenJs as unknown as typeof PptxGenJs.default)();
  for (const { text, notes } of slides) {
    const slide = presentation.addSlide();
    slide.addText(text, { x: 1, y: 1, w: 8, h: 3 });
    if (notes !== undefined) slide.addNotes(notes);
  }
  return new Uint8Array((await presentation.write({ outputType: 'arraybuffer' })) as ArrayBuffer);
}

/** A workbook with one sheet. Texts are shared strings, Dates are numbers with a date format. */
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

/** A ZIP of texts or bytes by their names. */
export function zip(files: Record<string, string | Uint8Array>): Bytes {
  const entries = Object.entries(files).map(([name, content]): [string, Uint8Array] => [
    name,
    typeof content === 'string' ? strToU8(content) : content,
  ]);
  return new Uint8Array(zipSync(Object.fromEntries(entries)));
}

/** A Word document with this XML as its body. */
export function rawDocx(body: string, prologue = ''): Bytes {
  return zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': `${prologue}<w:document>${body}</w:document>` });
}

/** A ZIP of one entry that inflates to `bytes` of the letter a, and declares `declared` of them. */
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

/** The beginning of a PNG of this size. */
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
