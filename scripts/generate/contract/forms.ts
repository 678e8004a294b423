// Forms as requests: the parts of multipart/form-data, one of them a file, as the text that goes over the wire.

import { type CaseRequest, type Operation, resolve, type Schema } from '../../document/index.ts';
import { type Builder, ordinary } from './samples.ts';

/** A form, as the document describes it. */
export interface Form {
  /** The name of the part that is the file. */
  file: string;
  /** Texts beside it, those of an object one by one: `a[b]`. */
  fields: FormField[];
}

export interface FormField {
  /** The part's name. */
  name: string;
  /** Where its value stands. */
  path: string[];
  schema: Schema;
  isRequired: boolean;
}

export type Texts = Record<string, string>;

const boundary = 'a-boundary';

/** What a media type of a form says, its boundary included. */
export const formType = `multipart/form-data; boundary=${boundary}`;

export const fileName = 'a.txt';

/** The form that an operation takes; undefined: it takes none. */
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

/** The texts that a form requires. */
export function leastTexts(builder: Builder, { fields }: Form): Texts {
  const required = fields.filter(({ isRequired }) => isRequired);
  return Object.fromEntries(required.map(({ name, schema }) => [name, String(ordinary(builder, schema))]));
}

/** The request with these texts and a file. */
export function formRequest({ file }: Pick<Form, 'file'>, texts: Texts): CaseRequest {
  return { raw: filePart(file) + textParts(texts) + formEnd, contentType: formType };
}

/** The least request that an operation with a form takes; undefined: it takes none. */
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
