/** The credentials of a run. An admin's token is enough: the run then creates everything else. */
export interface Credentials {
  /** The access token of an admin. */
  adminToken?: string | undefined;
}
