// The command `diff`: lists the changes between two OpenAPI documents that break clients.

import { breakingChanges } from '../../document/index.ts';
import { printJson, printLine } from '../report/print.ts';
import { documentAt } from './document-file.ts';
import { KitFailure } from './failure.ts';
import type { RawFlags } from './options.ts';

/** Runs the command. Throws a KitFailure with exit code 1 if there are breaking changes. */
export function diffCommand(before: string, after: string, flags: RawFlags): void {
  const changes = breakingChanges(documentAt(before), documentAt(after));
  const plural = `${changes.length} breaking change${changes.length === 1 ? '' : 's'}`;
  if (flags.json === true) printJson({ breaking: changes });
  else {
    for (const { subject, text } of changes) printLine(flags.github === true ? annotation(subject, text, after) : text);
    printLine(plural);
  }
  if (changes.length > 0) throw new KitFailure(`${plural}.`);
}

/** Returns a workflow command, which GitHub shows as an annotation of the file. */
function annotation(subject: string, text: string, file: string): string {
  const escaped = (value: string, also: RegExp): string =>
    value.replace(also, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
  const title = escaped(`Breaking change of ${subject}`, /[%\r\n:,]/g);
  return `::error file=${escaped(file, /[%\r\n:,]/g)},title=${title}::${escaped(text, /[%\r\n]/g)}`;
}
