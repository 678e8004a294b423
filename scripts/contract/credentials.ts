/**
 * The credentials of a run. With an admin's token the run creates everything else, and needs no other. With the others
 * it runs what they allow.
 */
export interface Credentials {
  adminToken?: string | undefined;
  organizationKey?: string | undefined;
  projectKey?: string | undefined;
  /** A key of another project than that of `projectKey`, which must not see its resources. */
  otherProjectKey?: string | undefined;
}

/** A credential that cases and rules may lack. */
export type CredentialNeed = 'an admin' | 'an organization key' | 'a project key' | "another project's key";

/** The remedy for each lack. */
export const credentialRemedies: Record<CredentialNeed, string> = {
  'an admin': "--token or SVC_TOKEN: an admin's access token",
  'an organization key': '--organization-key or SVC_ORGANIZATION_KEY',
  'a project key': '--project-key or SVC_PROJECT_KEY',
  "another project's key": '--other-project-key or SVC_OTHER_PROJECT_KEY',
};

/** Thrown where the run lacks what a case or a rule needs. Not a failure of the server. */
export class Missing extends Error {
  readonly need: string;

  constructor(need: string) {
    super(`this needs ${need}`);
    this.name = 'Missing';
    this.need = need;
  }
}
