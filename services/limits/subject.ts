// The subject of limits, and the amounts that are counted.

/** The project or key that limits apply to. */
export interface Subject {
  id: string;
  whose: Whose;
  organizationId: string;
  /** Undefined if the subject is an organization. */
  projectId: string | undefined;
  /** Set if the subject is a key. */
  keyId: string | undefined;
}

/** The kind of subject, as messages name it. */
export type Whose = 'organization' | 'project' | 'key' | 'model in this project';

/** An amount: tokens, and a cost in billionths of a US dollar. */
export interface Amount {
  tokens: number;
  cost: number;
}
