// The web panel for handlers. http/panel/index.ts loads it from its files.

/** A file of the panel with its response headers. */
export interface PanelFile {
  text: string;
  /** The media type and the other response headers. */
  headers: Record<string, string>;
}

export interface Panel {
  /** The page that all paths of the panel serve. */
  page: PanelFile;
  /** Returns a file of the panel, or undefined if this version has no such file. */
  asset(version: string, name: string): PanelFile | undefined;
}

/** The panel of a process that serves no requests, such as the worker. */
export const noPanel: Panel = { page: { text: '', headers: {} }, asset: () => undefined };
