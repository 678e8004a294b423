// Opens PDF files.

import { dirname, extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getDocumentProxy, type getResolvedPDFJS } from 'unpdf';
import { invalid } from '../../problem.ts';
import type { Attachment } from '../attachments.ts';
import { bytesOf, type Content } from '../source.ts';
import { repaired } from './repair.ts';

const maxPages = 20_000;

/**
 * The folder of the predefined CMaps: fonts of Chinese, Japanese and Korean texts name one instead of carrying their own
 * table. The package has a copy of them (scripts/build/build.ts), a clone those of the development package.
 */
const cMaps =
  extname(import.meta.filename) === '.ts'
    ? join(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json'))), 'cmaps')
    : join(import.meta.dirname, 'cmaps');

export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
export type Page = Awaited<ReturnType<Pdf['getPage']>>;
export type TextItem = Extract<Awaited<ReturnType<Page['getTextContent']>>['items'][number], { str: string }>;
export type OperatorList = Awaited<ReturnType<Page['getOperatorList']>>;
export type Operators = Awaited<ReturnType<typeof getResolvedPDFJS>>['OPS'];

/** The warnings of pdf.js about damage that it passes over: it answers the text in front of the damage. */
const damages = /getTextContent - ignoring errors|Invalid stream/;
let damage: string | undefined;
// pdf.js tells damage only on the console. Nothing else warns there in a reader process.
console.warn = (message: unknown): void => {
  if (damages.test(String(message))) damage ??= String(message);
};

/** Opens the file. Throws `invalid_file` if it cannot be read or has too many pages. */
export async function openPdf(content: Content): Promise<Pdf> {
  const pdf = await openFile(content);
  if (pdf.numPages > maxPages) throw invalid(`The PDF has more than ${maxPages} pages.`);
  return pdf;
}

async function openFile(content: Content): Promise<Pdf> {
  try {
    return await openBytes(await bytesOf(content));
  } catch (error) {
    const { name } = error as Error;
    if (name === 'PasswordException') throw invalid('The PDF has a password.', error);
    const whole = repaired(await bytesOf(content));
    if (whole === undefined) throw invalid('The PDF cannot be read.', error);
    return openBytes(whole).catch((second: unknown) => {
      throw invalid('The PDF cannot be read.', second);
    });
  }
}

function openBytes(bytes: Buffer): Promise<Pdf> {
  return getDocumentProxy(new Uint8Array(bytes), {
    disableFontFace: true,
    // The names of glyphs: see glyphs.ts.
    fontExtraProperties: true,
    cMapUrl: cMaps + sep,
    cMapPacked: true,
    useSystemFonts: false,
    // No picture is decoded: the reader would go on with a large one beside the next file.
    maxImageSize: 0,
    stopAtErrors: false,
    verbosity: 1,
  });
}

/** Returns the texts of a page, and the warning if a part of the page is damaged. */
export async function textsOf(page: Page): Promise<{ texts: TextItem[]; damage: string | undefined }> {
  damage = undefined;
  const { items } = await page.getTextContent();
  return { texts: items.filter((item): item is TextItem => 'str' in item), damage };
}

/**
 * Yields the files of a PDF that is a collection of files, as mail is archived: its page only says how to open them.
 * Files that are attached to other PDFs repeat what a page shows, such as the data of an invoice, or are settings.
 */
export async function* collectedFiles(pdf: Pdf): AsyncIterable<Attachment> {
  if ((await factsOf(pdf)).IsCollectionPresent !== true) return;
  for (const [id, { filename }] of (await pdf.getAttachments()) ?? []) {
    const bytes = await pdf.getAttachmentContent(id);
    if (bytes !== null) yield { filename, bytes: Buffer.from(bytes) };
  }
}

/** Throws `invalid_file` if all pages are an XFA form: its only page in the file says to open Adobe Reader. */
export async function refuseXfa(pdf: Pdf): Promise<void> {
  const { IsXFAPresent, IsAcroFormPresent } = await factsOf(pdf);
  if (IsXFAPresent === true && IsAcroFormPresent !== true)
    throw invalid(
      'The PDF is an XFA form, whose pages are made when it is opened. Print it to a PDF file in Adobe Reader or Firefox.',
    );
}

async function factsOf(pdf: Pdf): Promise<{ [fact in `Is${'Collection' | 'XFA' | 'AcroForm'}Present`]?: unknown }> {
  return (await pdf.getMetadata()).info;
}
