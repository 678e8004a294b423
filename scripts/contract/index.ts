// The contract run against any deployment. Other rooms may import only this file.

export { type Effect, effects, Refused } from './deployment.ts';
export { type Course, planRun, type RunOptions, type RunReport, runContract } from './run.ts';
export { type CaseResult, unchangedId } from './run-operation.ts';
export { allCases } from './tenants.ts';
