// Validation of a call against the schemas of its operation (422). Other rooms import only this file.

export { formatRules } from './formats.ts';
export { IssueWriter } from './issue-writer.ts';
export { RequestValidator } from './request-validator.ts';
