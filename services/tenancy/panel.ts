// The web panel, as handlers see it: http/panel/index.ts reads it from its files.

/** A text to be served, and how. */
export interface PanelFile {
  text: string;
  /** Its media type and all else that its headers say. */
  headers: Record<string, string>;
}

export interface Panel {
  /** The one page, at each of the panel's addresses. */
  page: PanelFile;
  /** A file that the page asks for; undefined where this version of the panel has none of that name. */
  asset(version: string, name: string): PanelFile | undefined;
}

/** That of a process which serves nobody. */
export const noPanel: Panel = { page: { text: '', headers: {} }, asset: () => undefined };
