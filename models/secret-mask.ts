/** Replaces a stored secret in responses, errors and the audit log. The panel and the contract run use it too. */
export const secretMask = '••••••••';
