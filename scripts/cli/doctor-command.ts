// `svc doctor`: checks the parts of the installation that the settings describe.

import { styleText } from 'node:util';
import { Command } from 'commander';
import type { Finding } from '../../services/maintenance/index.ts';
import { plain } from '../text/index.ts';
import { Failure } from './failure.ts';
import { printJson, printLine } from './output.ts';
import { onThisMachine } from './server-commands.ts';
import type { Globals } from './session.ts';

const colours = { ok: 'green', warning: 'yellow', failed: 'red', skipped: 'gray' } as const;

/** Returns the command `svc doctor`. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .summary('Check settings, database, files, mail and the rest')
    .description(
      'Checks the configuration, the database, the key, the files, mail, broker, upstreams and workers, and says what to do. Exit code 1 if a part has failed.',
    )
    .action((_, command: Command) => doctor(command.optsWithGlobals<Globals>()));
}

async function doctor(flags: Globals): Promise<void> {
  onThisMachine(flags);
  const { examineInstallation } = await import('./accounts.ts');
  const report = await examineInstallation();
  const broken = report.checks.filter(({ state }) => state === 'failed').length;
  if (flags.json) printJson(report);
  else printFindings(report.checks);
  if (broken > 0) throw new Failure(broken === 1 ? '1 part has failed.' : `${broken} parts have failed.`);
}

function printFindings(findings: Finding[]): void {
  const width = Math.max(...findings.map(({ part }) => part.length));
  for (const { part, state, message } of findings) {
    const word = state.padEnd('warning'.length);
    const shown = process.stdout.isTTY ? styleText(colours[state], word) : word;
    printLine(`${shown}  ${part.padEnd(width)}  ${plain(message)}`);
  }
}
