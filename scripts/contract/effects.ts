/**
 * Side effects beyond the organizations that a run creates. Each one needs the permission of the person who runs the
 * contract.
 */
export const effects = ['mail', 'failed-logins', 'settings', 'users', 'workers'] as const;

export type Effect = (typeof effects)[number];
