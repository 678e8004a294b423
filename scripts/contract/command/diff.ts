// The command `diff`: lists the changes between two OpenAPI documents that break clients.

import { changesBetween } from '../../document/index.ts';
import { printJson, printLine } from '../report/print.ts';
import { documentAt } from './document-file.ts';
import { KitFailure } from './failure.ts';
import type { RawFlags } from './options.ts';

/** Runs the command. Throws a KitFailure with exit code 1 if there are breaking changes; with --strict also for notes. */
export function diffCommand(before: string, after: string, flags: RawFlags): void {
  const { breaking, notes } = changesBetween(documentAt(before), documentAt(after));
  const isStrict = flags.strict === true;
  const count = counted(breaking.length, 'breaking change');
  if (flags.json === true) printJson({ breaking, notes });
  else {
    for (const { subject, text } of breaking)
      printLine(flags.github === true ? annotation('error', `Breaking change of ${subject}`, text, after) : text);
    for (const { subject, text } of notes) {
      const level = isStrict ? 'error' : 'notice';
      printLine(flags.github === true ? annotation(level, `Change of ${subject}`, text, after) : `note: ${text}`);
    }
    printLine(notes.length === 0 ? count : `${count}, ${counted(notes.length, 'note')}`);
  }
  if (breaking.length > 0) throw new KitFailure(`${count}.`);
  if (isStrict && notes.length > 0) throw new KitFailure(`${counted(notes.length, 'note')}.`);
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** Returns a workflow command, which GitHub shows as an annotation of the file. */
function annotation(level: 'error' | 'notice', about: string, text: string, file: string): string {
  const escaped = (value: string, also: RegExp): string =>
    value.replace(also, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
  const title = escaped(about, /[%\r\n:,]/g);
  return `::${level} file=${escaped(file, /[%\r\n:,]/g)},title=${title}::${escaped(text, /[%\r\n]/g)}`;
}
