// Made by `npm run generate` from spec/: the kinds of id that lists take as cursors.

export const idKinds = ['file', 'group', 'invitation', 'job', 'key', 'log-entry', 'login', 'organization', 'project', 'role', 'service-account', 'spend-alert', 'user', 'vector-store', 'webhook-delivery', 'worker'] as const;
