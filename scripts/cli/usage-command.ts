// `svc usage …`: prints an organization's usage as a table, CSV or JSON.

import { Argument, Command, Option } from 'commander';
import { wrongUsage } from './failure.ts';
import { printJson, printLine, printNote, printTable } from './output.ts';
import { call, type Globals } from './session.ts';
import { timeText } from './values.ts';

/** The reports, with their columns besides time and groups. */
const reports: Record<string, string[]> = {
  completions: ['input_tokens', 'input_cached_tokens', 'output_tokens', 'num_model_requests', 'num_failed_requests'],
  embeddings: ['input_tokens', 'num_model_requests', 'num_failed_requests'],
  'file-search-calls': ['num_requests', 'num_failed_requests'],
  'vector-stores': ['usage_bytes'],
  files: ['usage_bytes'],
  requests: ['num_requests', 'num_failed_requests'],
  costs: ['amount_usd'],
};
const groups = ['project_id', 'user_id', 'api_key_id', 'model'];
/** Groups of one report only. */
const ownGroups: Record<string, string[]> = { requests: ['mcp_tool'] };

interface Flags extends Globals {
  from?: string;
  to?: string;
  width: string;
  groupBy: string[];
  csv?: boolean;
}

type Line = Record<string, string | number | null>;

/** One group in a report. Only costs have `amount`. */
type Result = Line & { amount?: { value: number } };

interface Page {
  data: { start_time: number; results: Result[] }[];
  next_page: string | null;
}

/** Returns the commands of the noun `usage`. */
export function usageCommand(): Command {
  const repeat = (value: string, before: string[] = []): string[] => [...before, value];
  return new Command('usage')
    .summary('Report requests, tokens, bytes and costs')
    .description('Reports the requests, tokens, bytes and costs of an organization by day, hour or minute.')
    .addArgument(new Argument('<report>', 'the report').choices(Object.keys(reports)))
    .option('--from <date>', 'the start: a date such as 2026-11-01, or Unix seconds (default: 6 days ago)')
    .option('--to <date>', 'the end, not included (default: now)')
    .addOption(
      new Option('--width <span>', 'the time that each line covers: a day, an hour or a minute')
        .choices(['1d', '1h', '1m'])
        .default('1d'),
    )
    .option(
      '--group-by <member>',
      `one line per group: ${groups.join(', ')}, and mcp_tool of requests; may be repeated`,
      repeat,
    )
    .option('--csv', 'prints comma-separated values')
    .action((report: string, _, command: Command) => {
      const { groupBy = [], ...flags } = command.optsWithGlobals<Globals & Partial<Flags> & Pick<Flags, 'width'>>();
      return show(report, { ...flags, groupBy });
    });
}

async function show(report: string, flags: Flags): Promise<void> {
  const known = [...groups, ...(ownGroups[report] ?? [])];
  const unknown = flags.groupBy.find((name) => !known.includes(name));
  if (unknown !== undefined) throw wrongUsage(`--group-by takes ${known.join(', ')}, not '${unknown}'.`);
  const lines = await readLines(report, flags);
  const columns = ['start_time', ...flags.groupBy, ...(reports[report] ?? [])];
  if (flags.json) return printJson(lines);
  if (flags.csv) {
    for (const line of [columns, ...lines.map((one) => columns.map((name) => one[name] ?? ''))])
      printLine(line.map(csvCell).join(','));
    return;
  }
  if (lines.length === 0)
    return printNote(
      'No usage in this period. Choose another with --from and --to. "svc usage requests" counts every call of the Project API.',
    );
  // Days are those of UTC. A date alone names one.
  const isDaily = flags.width === '1d';
  const rows = lines.map(({ start_time: start, ...line }) => {
    const bucket = isDaily ? String(start).slice(0, 10) : timeText(Date.parse(String(start)) / 1000);
    return { ...line, [isDaily ? 'day' : 'time']: bucket };
  });
  await printTable(rows, [isDaily ? 'day' : 'time', ...columns.slice(1)], { schema: {}, emptyMeans: {} });
}

/** Reads all pages of the report. Returns every result of every bucket. */
async function readLines(report: string, flags: Flags): Promise<Line[]> {
  const { from, to, width, groupBy } = flags;
  const isCosts = report === 'costs';
  const parameters: [string, string][] = [
    ...(from === undefined ? [] : [['start_time', secondsOf(from)] as [string, string]]),
    ...(to === undefined ? [] : [['end_time', secondsOf(to)] as [string, string]]),
    ['bucket_width', width],
    ...groupBy.map((name): [string, string] => ['group_by', isCosts && name === 'model' ? 'line_item' : name]),
  ];
  const query = new URLSearchParams(parameters);
  const headers: Record<string, string> = flags.organization ? { 'compat-organization': flags.organization } : {};
  const lines: Line[] = [];
  for (;;) {
    const path = `/v1/organization/${isCosts ? '' : 'usage/'}${report.replaceAll('-', '_')}?${query}`;
    const page = (await call(flags, { method: 'GET', path, headers })) as Page;
    for (const { start_time: start, results } of page.data) {
      const at = new Date(start * 1000).toISOString();
      lines.push(...results.map((result) => ({ start_time: at, ...lineOf(result) })));
    }
    if (page.next_page === null) return lines;
    query.set('page', page.next_page);
  }
}

/** Renames the members of a cost to those of the other reports. */
function lineOf({ object: _, amount, line_item: item, ...members }: Result): Line {
  return amount === undefined ? members : { ...members, model: item ?? null, amount_usd: amount.value };
}

function secondsOf(text: string): string {
  if (/^\d{1,12}$/.test(text)) return text;
  const ms = Date.parse(text);
  if (Number.isNaN(ms))
    throw wrongUsage(`'${text}' is neither a date such as 2026-11-01 nor a number of Unix seconds.`);
  return String(Math.floor(ms / 1000));
}

/** Quotes a CSV field (RFC 4180). Puts an apostrophe before a text that a spreadsheet would run as a formula. */
function csvCell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
