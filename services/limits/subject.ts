// Whose limits are counted, and in what.

/** Whose limits they are. */
export interface Subject {
  id: string;
  organizationId: string;
  projectId: string;
  /** Set where the subject is a key. */
  keyId: string | undefined;
}

/** Tokens, and billionths of a US dollar. */
export interface Amount {
  tokens: number;
  cost: number;
}
