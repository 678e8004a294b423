/** The ASCII pattern of HTML's <input type=email>. ASCII only, so that no two addresses look alike. */
const pattern =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

/** Returns true for an e-mail address. The caller has limited its length. */
export function isEmailAddress(text: string): boolean {
  return pattern.test(text);
}
