// The subject of limits, and the amounts that are counted.

/** The project or key that limits apply to. */
export interface Subject {
  id: string;
  organizationId: string;
  projectId: string;
  /** Set if the subject is a key. */
  keyId: string | undefined;
}

/** An amount: tokens, and a cost in billionths of a US dollar. */
export interface Amount {
  tokens: number;
  cost: number;
}
