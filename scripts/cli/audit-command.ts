// `svc audit …`: the audit log, asked of the server; and held against its seals, in the database that the server is
// configured to use.

import { Command, Option } from 'commander';
import { Failure, wrongUsage } from './failure.ts';
import { printJson, printLine, printNote, printTable } from './output.ts';
import { call, type Globals } from './session.ts';

interface ListFlags extends Globals {
  server?: boolean;
  type?: string[];
  limit: string;
  after?: string;
}

interface Entry {
  id: string;
  effective_at: number;
  type: string;
  target_id: string | null;
  ip_address: string;
  actor: { session?: { user: { id: string | null; email: string | null } }; api_key?: { id: string } };
}

/** The commands of the noun `audit`. */
export function auditCommand(): Command {
  const repeat = (value: string, before: string[] = []): string[] => [...before, value];
  return new Command('audit')
    .description('The audit log: who did what, from where.')
    .addCommand(
      new Command('list')
        .description('Lists what was done in the organization, newest first.')
        .option('--server', 'what was done on the whole server, for admins')
        .option('--type <event>', 'only these events, such as project.created; may be repeated', repeat)
        .addOption(new Option('--limit <number>', 'how many entries at most').default('20'))
        .option('--after <id>', 'only entries after this one')
        .action((_, command: Command) => list(command.optsWithGlobals<ListFlags>())),
    )
    .addCommand(
      new Command('verify')
        .description('Looks whether the log was changed, in the database that the server is configured to use.')
        .option('--expect <head>', 'the head of an earlier verification, or one from the server log')
        .action((_, command: Command) => verify(command.optsWithGlobals<Globals & { expect?: string }>())),
    );
}

async function list(flags: ListFlags): Promise<void> {
  const { server, type = [], limit, after, organization } = flags;
  const parameters: [string, string][] = [
    ['limit', limit],
    ...(after === undefined ? [] : [['after', after] as [string, string]]),
    ...type.map((one): [string, string] => ['event_types', one]),
  ];
  const query = new URLSearchParams(parameters);
  const path = `${server === true ? '/admin/audit_log' : '/v1/organization/audit_logs'}?${query}`;
  const isScoped = server !== true && organization !== undefined;
  const headers: Record<string, string> = isScoped ? { 'compat-organization': organization } : {};
  const page = (await call(flags, { method: 'GET', path, headers })) as { data: Entry[]; has_more: boolean };
  if (flags.json) return printJson(page);
  if (page.data.length === 0) return printNote('no entries');
  const rows = page.data.map(({ effective_at: at, actor, ...entry }) => ({
    ...entry,
    time: new Date(at * 1000).toISOString(),
    actor: actor.api_key?.id ?? actor.session?.user.email ?? actor.session?.user.id ?? null,
  }));
  await printTable(rows, ['time', 'type', 'target_id', 'actor', 'ip_address'], { schema: {}, emptyMeans: {} });
  if (page.has_more) printNote(`there are more: --after ${page.data.at(-1)?.id}`);
}

async function verify({ expect, json }: Globals & { expect?: string }): Promise<void> {
  if (expect !== undefined && !/^\d+:[0-9a-f]{64}$/.test(expect))
    throw wrongUsage(`'${expect}' is no head of the log.`);
  const { verifyAuditLog } = await import('./accounts.ts');
  const { entries, unproven, removed, head, problems } = await verifyAuditLog(expect);
  if (json) printJson({ entries, unproven, removed, head, problems });
  else for (const problem of problems) printLine(problem);
  if (problems.length > 0) throw new Failure('the audit log is not as it was written');
  if (json) return;
  const before = removed === 0 ? '' : ` after ${removed} whose time had passed`;
  const since = unproven === 0 ? '' : ' since the secrets key was reset';
  printLine(`${entries} entries${before}, nothing changed${since}; the head is ${head}`);
  if (unproven > 0)
    printLine(
      `the first ${unproven} are from before the reset: whether they were changed until then cannot be verified`,
    );
}
