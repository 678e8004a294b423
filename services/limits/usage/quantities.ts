// The quantities that calls are billed for beside tokens: seconds, images, characters and pages, and uses of hosted tools.
//
// The answer decides: its `usage` (`seconds`, `images`, `characters`, `pages`), or else its `duration`, or the length of
// its `data`, which holds images, or of its `pages`. Without these, the request decides: `n` (images), `seconds`, the
// length of `input` (characters) and `pages`. Without these too, one is counted.

type Json = Record<string, unknown>;

export const units = ['seconds', 'images', 'characters', 'pages'] as const;
export type Unit = (typeof units)[number];

export interface Quantities extends Partial<Record<Unit, number>> {
  /** The uses of each hosted tool; a tool that is missing was not used. Undefined: not known. */
  tools?: Readonly<Record<string, number>>;
}

/** More than any call has. Larger quantities are ignored, so that sums stay exact. */
const mostUnits = 1e9;

/** Returns what the body of an answer says. */
export function quantitiesOfAnswer(answer: unknown): Quantities {
  const { usage, usage_info: info, duration, data, pages, output } = Object(answer) as Json;
  const used = Object(usage) as Json;
  return withoutAbsent({
    seconds: amountIn(used.seconds) ?? amountIn(duration),
    images: amountIn(used.images) ?? lengthOf(data),
    characters: amountIn(used.characters),
    pages: amountIn(used.pages) ?? amountIn(Object(info).pages_processed) ?? lengthOf(pages),
    tools: Array.isArray(output) ? toolsIn(output) : toolsOfServer(used),
  });
}

/** Returns what the body of a request asks for: at least one of each. A field of a form is a text. */
export function quantitiesOfRequest({ n, seconds, input, pages }: Json): Quantities {
  const asked = withoutAbsent({
    seconds: amountIn(seconds),
    images: amountIn(n),
    characters: charactersIn(input),
    pages: amountIn(pages) ?? lengthOf(pages),
  });
  return Object.fromEntries(Object.entries(asked).map(([unit, amount]) => [unit, Math.max(Number(amount), 1)]));
}

/** Returns the hosted tool that an output item of a response has used; undefined if it used none. */
export function toolOfItem(item: unknown): string | undefined {
  const { type } = Object(item) as Json;
  const [, tool] = typeof type === 'string' ? (/^([a-z_]+)_call$/.exec(type) ?? []) : [];
  return tool === undefined || ownCalls.has(tool) ? undefined : tool;
}

/** The calls that the caller or this server runs. */
const ownCalls: ReadonlySet<string> = new Set(['function', 'custom_tool', 'file_search', 'mcp', 'local_shell']);

/** Returns the uses in a usage of the Messages API: `{server_tool_use: {web_search_requests: 1}}`. */
export function toolsOfServer({ server_tool_use: used }: Json): Quantities['tools'] {
  if (typeof used !== 'object' || used === null) return undefined;
  return Object.fromEntries(
    Object.entries(used).map(([name, count]) => [name.replace(/_requests$/, ''), amountIn(count) ?? 0]),
  );
}

function toolsIn(output: readonly unknown[]): Record<string, number> {
  const tools: Record<string, number> = {};
  for (const item of output) {
    const tool = toolOfItem(item);
    if (tool !== undefined) tools[tool] = (tools[tool] ?? 0) + 1;
  }
  return tools;
}

function amountIn(value: unknown): number | undefined {
  const amount = typeof value === 'string' && /^\d{1,9}(?:\.\d{1,9})?$/.test(value) ? Number(value) : value;
  return typeof amount === 'number' && amount >= 0 && amount <= mostUnits ? amount : undefined;
}

function lengthOf(value: unknown): number | undefined {
  return Array.isArray(value) ? value.length : undefined;
}

function charactersIn(input: unknown): number | undefined {
  if (typeof input === 'string')
    return input.length - (input.match(/[\ud800-\udbff](?=[\udc00-\udfff])/g)?.length ?? 0);
  if (!Array.isArray(input)) return undefined;
  return input.reduce((sum: number, one) => sum + (typeof one === 'string' ? Number(charactersIn(one)) : 0), 0);
}

function withoutAbsent(given: { [Name in keyof Quantities]: Quantities[Name] | undefined }): Quantities {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
