/**
 * Returns the text with the address of its link behind it, unless the text shows the address.
 * @param at the place at which the text of the link begins.
 */
export function withAddress(text: string, at: number, address: string): string {
  const label = text.slice(at);
  const bare = address.replace(/^mailto:/i, '').replace(/\/$/, '');
  if (label.includes(bare)) return text;
  const suffix = ` (${address})`;
  // A link may be written in several parts.
  const before = text.slice(0, at);
  return `${before.endsWith(suffix) ? before.slice(0, -suffix.length) : before}${label}${suffix}`;
}
