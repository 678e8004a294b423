// A call against the schemas of its operation (422). The entrance of this room: what other rooms may use.

export { formatRules } from './formats.ts';
export { IssueWriter } from './issue-writer.ts';
export { RequestValidator } from './request-validator.ts';
