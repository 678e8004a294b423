// Tools that chat completions cannot express. They are left out, and a header of the answer names them.

import type { ForwardedResponse } from '../../gateway/index.ts';

/** The header that names the types of the tools that were left out. */
export const ignoredToolsHeader = 'svc-ignored-tools';
const maxNames = 5;
const maxNameLength = 100;

/** A tool of a request that is left out. */
export interface IgnoredTool {
  type: string;
  /** The path of the tool in the request. */
  path: string[];
}

/** Returns the header for tools that were left out: at most five types, percent-encoded. */
export function ignoredToolsHeaders(types: readonly string[]): Record<string, string> {
  const names = [...new Set(types)].slice(0, maxNames);
  if (names.length === 0) return {};
  const encoded = names.map((name) => encodeURIComponent(name.slice(0, maxNameLength).toWellFormed()));
  return { [ignoredToolsHeader]: encoded.join(', ') };
}

/** Returns the answer with the header that names the tools. An error has no such header. */
export function withIgnoredTools(answer: ForwardedResponse, types: readonly string[]): ForwardedResponse {
  if (answer.status >= 300 || types.length === 0) return answer;
  return { ...answer, headers: { ...answer.headers, ...ignoredToolsHeaders(types) } };
}
