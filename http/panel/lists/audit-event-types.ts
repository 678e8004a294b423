// The event types of the audit log, by resource, for the choice above the list.

const actions: Record<string, string[]> = {
  api_key: ['created', 'updated', 'rotated', 'deleted'],
  collections: ['moved'],
  collection_moves: ['cancelled'],
  config: ['updated', 'revealed'],
  conversation: ['deleted'],
  conversation_item: ['deleted'],
  device_sign_in: ['approved', 'denied'],
  file: ['created', 'deleted'],
  group: ['created', 'updated', 'deleted'],
  group_user: ['created', 'deleted'],
  identity: ['linked', 'unlinked'],
  invitation: ['created', 'accepted', 'deleted'],
  invite: ['created', 'deleted'],
  login: ['succeeded', 'failed'],
  logout: ['succeeded'],
  member: ['updated', 'deleted'],
  organization: ['created', 'updated', 'deleted'],
  password: ['changed', 'reset'],
  password_reset: ['created'],
  project: ['created', 'updated', 'archived'],
  refresh_token: ['reused'],
  response: ['deleted'],
  role: ['created', 'updated', 'deleted'],
  service_account: ['created', 'deleted', 'updated'],
  'role.assignment': ['created', 'deleted'],
  secrets: ['reset'],
  session: ['deleted'],
  sign_in_link: ['created'],
  rate_limit: ['updated'],
  spend_alert: ['created', 'updated', 'deleted'],
  spend_limit: ['updated', 'deleted'],
  upload: ['created', 'completed', 'cancelled'],
  user: ['added', 'updated'],
  vector_store: ['created', 'updated', 'deleted', 'reread'],
  vector_store_file: ['created', 'deleted'],
  vector_store_file_attributes: ['updated'],
  vector_store_file_batch: ['created', 'cancelled'],
  webhook: ['tested'],
  webhook_delivery: ['resent'],
  webhook_event: ['created'],
};

/** Keys that were revoked, restored or kept because their owner changed. */
const credentials = ['credential_revoked', 'credential_restored', 'credential_kept'];

/** The choices by resource: `project.*`, `project.created`, …. */
export const eventTypeGroups: [label: string, choices: [value: string, text: string][]][] = [
  ...Object.entries(actions).map(([resource, names]) => {
    const all = names.length > 1 ? [[`${resource}.*`, `all of ${resource}`]] : [];
    const each = names.map((name) => [`${resource}.${name}`, `${resource}.${name}`]);
    return [resource, [...all, ...each]] as [string, [string, string][]];
  }),
  ['credential', credentials.map((type) => [type, type])],
];
