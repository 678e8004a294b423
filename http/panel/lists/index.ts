// The entrance of the room.

export * from './audit-changes.tsx';
export * from './audit-event-types.ts';
export * from './audit-export.tsx';
export * from './audit-list.tsx';
export * from './bulk.tsx';
export * from './downloads.ts';
export * from './filters.tsx';
export * from './key-list.tsx';
export * from './list.tsx';
export * from './list-controls.tsx';
export * from './loss.tsx';
export * from './nothing.tsx';
export * from './removal.tsx';
export * from './role-list.tsx';
export * from './row-menu.tsx';
export * from './selection.tsx';
export * from './store-files.tsx';
export * from './store-reread.tsx';
export * from './table.tsx';
export * from './whole-list.ts';
