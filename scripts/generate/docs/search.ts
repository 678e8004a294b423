// The index of the search in /docs: one entry for each section of a guide, operation, type, error and setting.

import { type Document, operationsOf } from '../../document/index.ts';
import { errorRows } from '../reference/errors.ts';
import { settingRows } from '../settings.ts';

export interface Entry {
  title: string;
  kind: string;
  url: string;
  text: string;
}

/** The text of an entry ends here: the search must load fast. */
const longestText = 600;

export function searchIndex(document: Document, guides: Entry[]): string {
  const operations = operationsOf(document).map(({ method, path, operation }): Entry => {
    const { operationId, summary = operationId, description = '' } = operation;
    const call = `${method.toUpperCase()} ${path}`;
    return { title: summary, kind: call, url: `/docs#${operationId}`, text: `${operationId} ${call} ${description}` };
  });
  const types = Object.entries(document.components.schemas).map(
    ([name, { description = '', properties = {} }]): Entry => ({
      title: name,
      kind: 'Type',
      url: `/docs#schema-${name}`,
      text: `${description} ${Object.keys(properties).join(' ')}`,
    }),
  );
  const errors = errorRows(document).map(
    ({ status, code, meaning }): Entry => ({
      title: code,
      kind: `Error ${status}`,
      url: `/docs#error-${status}-${code}`,
      text: meaning,
    }),
  );
  const settings = settingRows().map(
    ({ env = '', path, about }): Entry => ({
      title: env === '' ? path : env,
      kind: 'Setting',
      url: `/docs#setting-${path}`,
      text: `${path}: ${about}`,
    }),
  );
  const entries = [...guides, ...operations, ...types, ...errors, ...settings];
  return `export default ${JSON.stringify(entries.map((entry) => ({ ...entry, text: shortened(entry.text) })))};\n`;
}

function shortened(text: string): string {
  return text
    .replace(/[`*\s]+/g, ' ')
    .trim()
    .slice(0, longestText);
}
