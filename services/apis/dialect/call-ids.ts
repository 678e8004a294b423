// The id of a tool call carries what its server must get back with the call, such as the signature of Gemini's thoughts:
// clients of other APIs send ids back, and no members that they do not know.

type Json = Record<string, unknown>;

const mark = '__extra__';

/** Returns the id with the call's `extra_content`, in letters that every API takes. */
export function withExtra(id: string, extra: Json | undefined): string {
  return extra === undefined ? id : id + mark + Buffer.from(JSON.stringify(extra)).toString('base64url');
}

/** Returns the server's own id, and the `extra_content` of its call. */
export function withoutExtra(given: unknown): { id: unknown; extra?: Json } {
  const [id, packed] = typeof given === 'string' ? given.split(mark) : [];
  if (packed === undefined) return { id: given };
  try {
    return { id, extra: JSON.parse(Buffer.from(packed, 'base64url').toString()) as Json };
  } catch {
    return { id: given };
  }
}
