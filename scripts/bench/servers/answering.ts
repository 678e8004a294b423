// The types that the measured servers share. They stand apart from Fastify's server: the packages of the benchmarks are not
// always installed, and the other servers are checked without them.

/** Who calls. */
export interface Caller {
  kind: 'organization_key' | 'project_key';
  keyId: string;
  organizationId: string;
  /** Of a project key. */
  projectId: string | undefined;
}

export interface Answering {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
  caller: Caller;
}

/** Operation id → the body of its answer. What is not here answers 501. */
export type Answers = Record<string, (request: Answering) => unknown>;

/** Who presents the credential; undefined: nobody. */
export type FindCaller = (credential: string) => Caller | undefined | Promise<Caller | undefined>;
