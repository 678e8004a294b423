/** The rule for a new password. The server's error explains the rest if a password is too easy to guess. */
export const newPasswordHint =
  '12 to 128 characters. A few words in a row are good; a password that you use elsewhere is not.';
