// The steps that every generated client performs, with one result type, so that one test can check all clients.

/** The responses of the server, in the types of the generated client. */
export interface Outcome {
  storeId: string;
  fileId: string;
  /** The time at which the file expires. */
  expiresAt: number | null | undefined;
  filenames: string[];
  storeNames: string[];
  /** The error code of a store that does not exist. */
  refusal: string | null | undefined;
}

export const handbook = new File(['The key hangs behind the clock.'], 'keys.md', { type: 'text/markdown' });
export const anHour = { anchor: 'created_at', seconds: 3600 } as const;
export const noStore = 'vs_00000000000000000000000000';
