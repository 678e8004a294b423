// The error codes of the document, one row for each status that a code comes with.

import type { Document } from '../../document/index.ts';

export function errorRows(document: Document): { status: string; code: string; meaning: string }[] {
  const meanings = Object.entries(document.components.schemas.ErrorCode?.['x-enumDescriptions'] ?? {});
  const rows = meanings.flatMap(([code, text]) =>
    // Splits texts such as "403: one thing. 404: another."
    [...text.matchAll(/(\d{3}): (.*?)(?=\s*\d{3}: |$)/g)].map(([, status = '', meaning = '']) => ({
      status,
      code,
      meaning,
    })),
  );
  return rows.sort((a, b) => Number(a.status) - Number(b.status));
}
