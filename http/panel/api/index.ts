// The entrance of the room: what the pages, lists and forms use of the API.

export * from './account.ts';
export * from './activity.ts';
export * from './api.ts';
export * from './assignments.ts';
export * from './download.ts';
export * from './link-token.ts';
export * from './notes.ts';
export * from './project.ts';
export * from './session.ts';
export * from './tabs.ts';
export * from './types.ts';
export * from './upload.ts';
export * from './usage-csv.ts';
export * from './usage-report.ts';
export * from './wire.ts';
