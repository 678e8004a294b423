// Parses a file of waivers without a YAML library: JSON, or the simple YAML that such a file needs.

/**
 * Parses JSON, or a YAML list whose entries are flat maps of text: `- case: …`, then lines with the other members.
 * Throws for other YAML.
 */
export function parseWaivers(text: string): unknown {
  if (/^\s*[[{]/.test(text)) return JSON.parse(text);
  const entries: Record<string, string>[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#.*)?$/.test(line) || line === '---') continue;
    const [, dash, name, value] = /^(- +| +)(\w+):\s+(\S.*?)\s*$/.exec(line) ?? [];
    if (dash === undefined || name === undefined || value === undefined || (entries.length === 0 && dash[0] !== '-'))
      throw new Error(
        `line ${index + 1} is not an entry such as "- case: …" or "  reason: …". Use JSON for other forms.`,
      );
    if (dash.startsWith('-')) entries.push({});
    Object.assign(entries.at(-1) ?? {}, { [name]: scalar(value, index) });
  }
  return entries;
}

function scalar(text: string, index: number): string {
  if (text.startsWith('"')) return String(JSON.parse(text));
  if (text.startsWith("'") && text.endsWith("'") && text.length > 1) return text.slice(1, -1).replaceAll("''", "'");
  if (/^[&*!|>%@`{[]/.test(text))
    throw new Error(`the value in line ${index + 1} is not plain text. Put it in quotes.`);
  return text.replace(/\s+#.*$/, '');
}
