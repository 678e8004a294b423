// Extracts the text layer of a PDF, page by page. A scan without a text layer has no text.

import { readFile } from 'node:fs/promises';
import { getDocumentProxy } from 'unpdf';
import { invalid } from '../problem.ts';

const maxPages = 20_000;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

export async function* extractPdf(path: string): AsyncIterable<string> {
  const pdf = await openPdf(path);
  if (pdf.numPages > maxPages) throw invalid(`The PDF has more than ${maxPages} pages.`);
  for (let number = 1; number <= pdf.numPages; number += 1) yield await pageText(pdf, number);
  await pdf.loadingTask.destroy();
}

async function openPdf(path: string): Promise<Pdf> {
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

async function pageText(pdf: Pdf, number: number): Promise<string> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    const lines = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''));
    return `${lines.join('')}\n\n`;
  } catch (error) {
    throw invalid(`Page ${number} of the PDF cannot be read.`, error);
  }
}
