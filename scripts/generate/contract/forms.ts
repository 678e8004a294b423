// Builds multipart/form-data requests, with a file part, as the text that goes over the wire.

import { type CaseRequest, type Operation, resolve, type Schema } from '../../document/index.ts';
import { type Builder, ordinary } from './samples.ts';

/** The form of an operation, from the document. */
export interface Form {
  /** The name of the file part. */
  file: string;
  /** The text parts. Each member of an object is a part of its own: `a[b]`. */
  fields: FormField[];
}

export interface FormField {
  /** The name of the part. */
  name: string;
  /** The position of the value in the body. */
  path: string[];
  schema: Schema;
  isRequired: boolean;
}

export type Texts = Record<string, string>;

const boundary = 'a-boundary';

/** The Content-Type of a form, with its boundary. */
export const formType = `multipart/form-data; boundary=${boundary}`;

export const fileName = 'a.txt';

/** Returns the form of an operation, or undefined if it has none. */
export function formOf({ document }: Builder, { operationId, requestBody }: Operation): Form | undefined {
  const schema = requestBody?.content['multipart/form-data']?.schema;
  if (schema === undefined) return undefined;
  const { properties = {}, required = [] } = resolve(document, schema);
  const entries = Object.entries(properties).map(([name, property]) => ({ name, schema: property }));
  const file = entries.find(({ schema: { format } }) => format === 'binary')?.name;
  if (file === undefined) throw new Error(`The form of ${operationId} has no file`);
  const fields = entries
    .filter(({ name }) => name !== file)
    .flatMap(({ name, schema: part }): FormField[] => {
      const inner = resolve(document, part);
      if (inner.properties === undefined)
        return [{ name, path: [name], schema: inner, isRequired: required.includes(name) }];
      return Object.entries(inner.properties).map(([member, property]) => ({
        name: `${name}[${member}]`,
        path: [name, member],
        schema: resolve(document, property),
        isRequired: required.includes(name),
      }));
    });
  return { file, fields };
}

/** Returns the required texts of a form. */
export function leastTexts(builder: Builder, { fields }: Form): Texts {
  const required = fields.filter(({ isRequired }) => isRequired);
  return Object.fromEntries(required.map(({ name, schema }) => [name, String(ordinary(builder, schema))]));
}

/** Returns a request with these texts and a file. */
export function formRequest({ file }: Pick<Form, 'file'>, texts: Texts): CaseRequest {
  return { raw: filePart(file) + textParts(texts) + formEnd, contentType: formType };
}

/** Returns the smallest valid form request of an operation, or undefined if it has no form. */
export function leastForm(builder: Builder, operation: Operation): CaseRequest | undefined {
  const form = formOf(builder, operation);
  return form && formRequest(form, leastTexts(builder, form));
}

export function filePart(name: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\n\r\npart\r\n`;
}

export function textParts(texts: Texts): string {
  return Object.entries(texts)
    .map(([name, text]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`)
    .join('');
}

export const formEnd = `--${boundary}--\r\n`;
