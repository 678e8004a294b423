// The command `document`: prints the OpenAPI document, as it is or in a form for tools that read less.

import { readFileSync } from 'node:fs';
import type { Json } from '../../document/index.ts';
import { formNames, inForm } from '../../document/index.ts';
import { cannot } from './failure.ts';
import type { KitOption, RawFlags } from './options.ts';

export const documentOptions: KitOption[] = [
  {
    name: 'for',
    value: 'form',
    about: `a form for tools that cannot read the document as it is: ${formNames.join(', ')}`,
  },
];

/** Prints the document. Throws a KitFailure for an unknown form. */
export function documentCommand(flags: RawFlags): void {
  process.stdout.write(`${JSON.stringify(publishedDocument(flags.for as string | undefined), null, 2)}\n`);
}

/** Returns the published document, in a form if one is named. Throws a KitFailure for an unknown form. */
export function publishedDocument(form: string | undefined): Json {
  if (form !== undefined && !formNames.includes(form))
    throw cannot(`There is no form '${form}'. --for takes ${formNames.join(', ')}.`);
  const text = readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8');
  const document = JSON.parse(text) as Json;
  return form === undefined ? document : inForm(document, form);
}
