// `svc audit …`: lists the audit log through the server, and verifies it in the database that the server is configured
// to use.

import { Command, Option } from 'commander';
import { meantName } from '../../services/platform/spelling.ts';
import { Failure, wrongUsage } from './failure.ts';
import { printJson, printLine, printNote, printTable } from './output.ts';
import { call, type Globals } from './session.ts';
import { timeText } from './values.ts';

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
  actor: {
    session?: { user: { id: string | null; email: string | null }; origin?: string };
    api_key?: { id: string };
  };
}

/** Returns the commands of the noun `audit`. */
export function auditCommand(): Command {
  const repeat = (value: string, before: string[] = []): string[] => [...before, value];
  return new Command('audit')
    .summary('List and verify the audit log')
    .description('Lists who changed what, and verifies that nobody changed the log itself.')
    .addCommand(
      new Command('list')
        .summary('List the entries of the audit log')
        .description('Lists the audit log of the organization, newest first.')
        .option('--server', 'the audit log of the whole server, for admins')
        .option('--type <event>', 'only entries of this event type, such as project.created; may be repeated', repeat)
        .addOption(new Option('--limit <number>', 'the maximum number of entries').default('20'))
        .option('--after <id>', 'only entries after this id')
        .action((_, command: Command) => list(command.optsWithGlobals<ListFlags>())),
    )
    .addCommand(
      new Command('verify')
        .summary('Verify the log in the configured database')
        .description('Verifies that nobody changed the log in the database that the server is configured to use.')
        .option('--expect <head>', 'the head that an earlier verification or the server log printed')
        .action((_, command: Command) => verify(command.optsWithGlobals<Globals & { expect?: string }>())),
    );
}

/** Returns what a list without entries says, with the event type that was probably meant. */
async function nothingMatches(types: string[]): Promise<string> {
  const { auditEvents } = await import('../../generated/audit-events.ts');
  const [meant] = types.flatMap((type) =>
    auditEvents.some((one) => one === type) ? [] : (meantName(type, auditEvents) ?? []),
  );
  return `No entries match these flags.${meant === undefined ? '' : ` Did you mean --type '${meant}'?`}`;
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
  const page = (await call(flags, { method: 'GET', path, headers })) as {
    data: Entry[];
    last_id: string | null;
    has_more: boolean;
  };
  if (flags.json) return printJson(page);
  if (page.data.length === 0 && !page.has_more)
    return printNote(type.length > 0 || after !== undefined ? await nothingMatches(type) : 'No entries yet.');
  const rows = page.data.map(({ effective_at: at, actor: { api_key: key, session }, ...entry }) => ({
    ...entry,
    time: timeText(at),
    actor: key?.id ?? session?.user.email ?? session?.user.id ?? session?.origin?.replace('_', ' ') ?? null,
  }));
  await printTable(rows, ['time', 'type', 'target_id', 'actor', 'ip_address'], { schema: {}, emptyMeans: {} });
  if (page.has_more) printNote(`There are older entries. Use --after ${page.last_id}.`);
}

async function verify({ expect, json }: Globals & { expect?: string }): Promise<void> {
  if (expect !== undefined && !/^\d+:[0-9a-f]{64}$/.test(expect))
    throw wrongUsage(`'${expect}' is not a head of the log. Use the one that "svc audit verify" printed.`);
  const { verifyAuditLog } = await import('./accounts.ts');
  const { entries, unproven, removed, head, problems } = await verifyAuditLog(expect);
  if (json) printJson({ entries, unproven, removed, head, problems });
  else for (const problem of problems) printLine(problem);
  if (problems.length > 0) throw new Failure('the audit log was changed');
  if (json) return;
  const before = removed === 0 ? '' : ` after ${removed} that were deleted at the end of their retention`;
  const since = unproven === 0 ? '' : ' since the secrets key was reset';
  printLine(`${entries} ${entries === 1 ? 'entry' : 'entries'}${before}, nothing changed${since}; the head is ${head}`);
  if (unproven > 0)
    printLine(
      `the first ${unproven} entries are from before the reset: changes to them before the reset cannot be detected`,
    );
}
