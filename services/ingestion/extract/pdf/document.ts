// Opens PDF files.

import { readFile } from 'node:fs/promises';
import { getDocumentProxy, type getResolvedPDFJS } from 'unpdf';
import { invalid } from '../../problem.ts';

const maxPages = 20_000;

export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
export type Page = Awaited<ReturnType<Pdf['getPage']>>;
export type TextItem = Extract<Awaited<ReturnType<Page['getTextContent']>>['items'][number], { str: string }>;
export type OperatorList = Awaited<ReturnType<Page['getOperatorList']>>;
export type Operators = Awaited<ReturnType<typeof getResolvedPDFJS>>['OPS'];

/** Opens the file. Throws `invalid_file` if it cannot be read or has too many pages. */
export async function openPdf(path: string): Promise<Pdf> {
  const pdf = await openFile(path);
  if (pdf.numPages > maxPages) throw invalid(`The PDF has more than ${maxPages} pages.`);
  return pdf;
}

async function openFile(path: string): Promise<Pdf> {
  try {
    return await getDocumentProxy(new Uint8Array(await readFile(path)), {
      disableFontFace: true,
      useSystemFonts: false,
      stopAtErrors: false,
      verbosity: 0,
    });
  } catch (error) {
    const { name } = error as Error;
    if (name === 'PasswordException') throw invalid('The PDF has a password.', error);
    throw invalid('The PDF cannot be read.', error);
  }
}
