// The format of generated/contract-cases.json: plain data that a test suite in any language can read.

import type { Json } from './document.ts';
import type { Need } from './requirements.ts';
import type { Issue } from './words.ts';

/** The tenant of a foreign credential. The other project belongs to the same organization. */
export type Elsewhere = 'another_organization' | 'another_project';

/** The request of a case. Absent members are not sent. */
export interface CaseRequest {
  /** Overrides the operation's method. */
  method?: string;
  /**
   * null: no credential. `another_…`: a credential of the same kind from another tenant; only
   * scripts/contract/tenants.ts uses it.
   */
  credential?: null | Elsewhere;
  /** The JSON body, in the short forms of compact.ts. */
  body?: Json;
  /** The unencoded body: text in the short forms of compact.ts, or bytes in base64. */
  raw?: Json | { $bytes: string };
  /** Overrides `application/json`. null: no Content-Type header. */
  contentType?: string | null;
  /** The headers, in the short forms of compact.ts. */
  headers?: Record<string, Json>;
  /** Names and values in order, before percent-encoding; values in the short forms of compact.ts. */
  query?: [name: string, value: Json][];
  /**
   * Path parameters that override the fixtures, in the short forms of compact.ts. Inserted into the path without
   * encoding.
   */
  path?: Record<string, Json>;
}

/** The expected response. */
export interface CaseAnswer {
  status: number;
  /**
   * The exact body of a 422, or the member `detail` of a 400; its entries may be in any order. `{"$any": "text"}`
   * matches any text. The 422 of an operation that calls models also has the member `error`.
   */
  detail?: Json;
  /** The code of any other error. */
  code?: string;
  /**
   * Members of the request's body that the response must repeat. Objects in the response may have additional members.
   */
  echo?: string[];
  /** The member of the response that contains them; by default, the response itself. */
  echoIn?: string;
  /** Members of the request's body that the caller cannot set. The response must show other values. */
  ignored?: string[];
  /** Headers of the response with their exact values. */
  headers?: Record<string, string>;
}

export interface ContractCase {
  /** `operationId/family/pointer/case`. Unique, and stable as long as the rule exists. */
  id: string;
  /** The tested keyword of the schema, or the tested rule of the protocol. */
  rule: string;
  /** The requirements of the case: see requirements.ts. Absent if there are none. */
  needs?: Need[];
  request: CaseRequest;
  expect: CaseAnswer;
}

export interface OperationCases {
  operationId: string;
  method: string;
  path: string;
  /** The kind of credential to send. */
  caller: string;
  /** The meaning of the context headers for this operation. */
  context: string;
  /** The fixture whose id the runner inserts, by path parameter. */
  fixtures: Record<string, string>;
  cases: ContractCase[];
}

/** Returns the expected 422 response with these issues. */
export function refusal(issues: Issue[]): CaseAnswer {
  return { status: 422, detail: issues.map(({ loc, type, msg, input, ctx }) => ({ loc, type, msg, input, ctx })) };
}
