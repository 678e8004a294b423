// Reads the OpenAPI document and the contract cases. Other rooms may import only this file.

export { formNames, inForm } from '../../services/openapi/index.ts';
export { type BreakingChange, breakingChanges, type Changes, changesBetween } from './breaking.ts';
export {
  type CaseAnswer,
  type CaseRequest,
  type ContractCase,
  type Elsewhere,
  type OperationCases,
  refusal,
} from './case.ts';
export { toClientForm } from './client-form.ts';
export { compact, expand } from './compact.ts';
export {
  type Access,
  branchesOf,
  type CommandNoun,
  type Document,
  type Header,
  headerOf,
  isContextHeader,
  type Json,
  type MediaType,
  type Operation,
  type OperationAt,
  operationsOf,
  type Parameter,
  parametersOf,
  type ResponseObject,
  resolve,
  type Schema,
} from './document.ts';
export { formatOf, repeated } from './formats.ts';
export { withOpenForwarded, withoutForwarded } from './forwarded.ts';
export { readDocument } from './read.ts';
export { type Need, needs } from './requirements.ts';
export {
  aboveMaximum,
  belowMinimum,
  extraForbidden,
  type Issue,
  missing,
  notFile,
  notOneOf,
  patternMismatch,
  secretMask,
  tooFewItems,
  tooLong,
  tooManyItems,
  tooShort,
  type Words,
  wrongType,
} from './words.ts';
