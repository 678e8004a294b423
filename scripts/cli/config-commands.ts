// `svc config set` and `svc config provenance`: settings that change while the server runs, and where each value comes from.

import { Command } from 'commander';
import type { components } from '../../generated/client.ts';
import type { Json } from '../generate/document.ts';
import { wrongUsage } from './failure.ts';
import { operationOf, unfold } from './operations.ts';
import { printJson, printLine, printTable } from './output.ts';
import { readSecret } from './password.ts';
import { call, type Globals } from './session.ts';
import { plain } from './text.ts';

type Provenance = components['schemas']['ConfigProvenance'];

/** Changes one setting. */
export function setCommand(): Command {
  return new Command('set')
    .description('Changes a setting while the server runs: one that the provenance calls live.')
    .argument('<path>', 'its dotted path, such as tokens.access_seconds')
    .argument('[value]', 'its value; others on this machine can see it: leave a secret out, and be asked')
    .option('--unset', 'brings back what the file or the default says')
    .action((path: string, value: string | undefined, _, command: Command) =>
      set(path, value, command.optsWithGlobals<Globals & { unset?: boolean }>()),
    );
}

/** Lists the settings, each with its source. */
export function provenanceCommand(): Command {
  return new Command('provenance')
    .description('Lists the settings: where the value of each comes from, and which may change while the server runs.')
    .option('--live', 'only those that may')
    .action((_, command: Command) => provenance(command.optsWithGlobals<Globals & { live?: boolean }>()));
}

async function set(path: string, given: string | undefined, flags: Globals & { unset?: boolean }): Promise<void> {
  const unset = flags.unset === true;
  if (unset && given !== undefined) throw wrongUsage('--unset takes no value.');
  // As text: the server reads it as it would from its environment.
  const value = unset ? null : (given ?? (await readSecret('Value')));
  const body = path.split('.').reduceRight<Json>((inner, key) => ({ [key]: inner }), value) as Record<string, Json>;
  const answer = await call(flags, { method: 'PATCH', path: '/admin/config', body });
  const now = path.split('.').reduce<unknown>((tree, key) => (tree as Record<string, unknown>)[key], answer);
  if (flags.json) printJson({ path, value: now });
  else printLine(`${plain(path)} is ${now === null || now === '' ? 'not set' : plain(String(now))}`);
}

async function provenance(flags: Globals & { live?: boolean }): Promise<void> {
  const { method, path, answer } = operationOf('getAdminConfigProvenance');
  const page = (await call(flags, { method, path })) as Provenance;
  const settings = page.settings.filter(({ live }) => live || flags.live !== true);
  if (flags.json) return printJson({ ...page, settings });
  const schema = unfold(unfold(answer).schema.properties?.settings ?? {}).schema.items ?? {};
  const columns = ['path', 'source', 'env', 'live', 'updated_at', 'updated_by'];
  await printTable(settings, columns, { schema, emptyMeans: {} });
}
