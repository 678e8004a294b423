// The web panel for handlers. http/panel/index.ts loads it from its files.

/** A file of the panel with its response headers. */
export interface PanelFile {
  text: string;
  /** The media type and the other response headers. */
  headers: Record<string, string>;
  /** Returns the text compressed with gzip. Compressed on first use, so that the start of the server does not wait. */
  gzipped(): Uint8Array;
}

export interface Panel {
  /** The page that all paths of the panel serve. */
  page: PanelFile;
  /** Returns a file of the panel, or undefined if this version has no such file. */
  asset(version: string, name: string): PanelFile | undefined;
}

/** The panel of a process that serves no requests, such as the worker. */
export const noPanel: Panel = {
  page: { text: '', headers: {}, gzipped: () => new Uint8Array() },
  asset: () => undefined,
};
