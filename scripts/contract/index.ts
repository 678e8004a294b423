// The contract run against any deployment. The entrance of this room: what other rooms may use.

export { type Leave, leaves, Refused } from './deployment.ts';
export { type Course, planRun, type RunOptions, type RunReport, runContract } from './run.ts';
export { type CaseResult, unchangedId } from './run-operation.ts';
export { allCases } from './tenants.ts';
