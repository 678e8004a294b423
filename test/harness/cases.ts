// Runs the cases of generated/contract-cases.json against a test's app.

import { type Filling, requestOf as filled } from '../../scripts/contract/requests.ts';
import type { RequestOptions } from '../../scripts/contract/send.ts';
import type { CaseRequest, OperationCases } from '../../scripts/generate/contract/case.ts';
import type { TestApp } from './app.ts';

export { contractCases, fixturesOf } from '../../scripts/contract/requests.ts';

/** What fills the gaps in a case, and where it is sent. */
export interface CaseWorld extends Filling {
  app: TestApp;
}

/** The request of a case of the operation, with every gap filled. */
export function requestOf(
  world: CaseWorld,
  operation: OperationCases,
  request: CaseRequest,
): { options: RequestOptions; path: string } {
  return filled(world, operation, request);
}
