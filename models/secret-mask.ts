/** Stands in answers, errors and the audit log for a secret that is set. The panel and the contract run know it too. */
export const secretMask = '••••••••';
