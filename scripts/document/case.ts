// The form of generated/contract-cases.json: plain data that a suite in any language can read.

import type { Json } from './document.ts';
import type { Need } from './requirements.ts';
import type { Issue } from './words.ts';

/** Where nothing of what a case is about belongs to: another project is one of the same organization. */
export type Elsewhere = 'another_organization' | 'another_project';

/** A request that a case sends. What is not there is not sent. */
export interface CaseRequest {
  /** Instead of the operation's. */
  method?: string;
  /**
   * null: no credential is sent, whatever the operation's caller is. Else that of such a caller elsewhere; only
   * scripts/contract/tenants.ts has it.
   */
  credential?: null | Elsewhere;
  /** The JSON body, in the short forms of compact.ts. */
  body?: Json;
  /** The body as it is: a text, in the short forms of compact.ts, or bytes in base64. */
  raw?: Json | { $bytes: string };
  /** Instead of `application/json`; null: none is sent. */
  contentType?: string | null;
  /** In the short forms of compact.ts. */
  headers?: Record<string, Json>;
  /** Names and values, before percent-encoding, in their order; values in the short forms of compact.ts. */
  query?: [name: string, value: Json][];
  /** Path parameters that are not the fixtures, in the short forms of compact.ts; put into the path as they are. */
  path?: Record<string, Json>;
}

/** The answer that a case expects. */
export interface CaseAnswer {
  status: number;
  /** The body of a 422, exactly, its entries in any order. `{"$any": "text"}` stands for any text. */
  detail?: Json;
  /** The code of any other error. */
  code?: string;
  /** Members of the request's body that the answer shows as they were sent; of objects, at least the members sent. */
  echo?: string[];
  /** Where in the answer they stand: the answer itself, or the one member that wraps it. */
  echoIn?: string;
  /** Members of the request's body that are not the caller's to set: the answer shows others. */
  ignored?: string[];
  /** Headers of the answer, exactly. */
  headers?: Record<string, string>;
}

export interface ContractCase {
  /** `operationId/family/pointer/case`: unique, and stable while the rule stands. */
  id: string;
  /** What is tested: a keyword of the schema, or a rule of the protocol. */
  rule: string;
  /** What the server or the runner must have: see needs.ts. Left out where that is nothing. */
  needs?: Need[];
  request: CaseRequest;
  expect: CaseAnswer;
}

export interface OperationCases {
  operationId: string;
  method: string;
  path: string;
  /** Which credential to send. */
  caller: string;
  /** What the context headers mean for it. */
  context: string;
  /** Path parameter → the thing that the runner fills in: its id. */
  fixtures: Record<string, string>;
  cases: ContractCase[];
}

/** The 422 that says these issues. */
export function refusal(issues: Issue[]): CaseAnswer {
  return { status: 422, detail: issues.map(({ loc, type, msg, input, ctx }) => ({ loc, type, msg, input, ctx })) };
}
