// The types that the measured servers share. They are not in the Fastify server's file, because the packages of the
// benchmarks are not always installed, and the other servers are type-checked without them.

/** The authenticated caller. */
export interface Caller {
  kind: 'organization_key' | 'project_key';
  keyId: string;
  organizationId: string;
  /** Set for a project key. */
  projectId: string | undefined;
}

export interface Answering {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
  caller: Caller;
}

/** Returns the response body by operation id. Operations without an entry answer 501. */
export type Answers = Record<string, (request: Answering) => unknown>;

/** Returns the caller of a credential, or undefined if the credential is unknown. */
export type FindCaller = (credential: string) => Caller | undefined | Promise<Caller | undefined>;
