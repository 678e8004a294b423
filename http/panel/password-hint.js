/** What a new password has to be; the server says the rest where one is too easily guessed. */
export const newPasswordHint =
  '12 to 128 characters. A few words in a row are good; a password that you use elsewhere is not.';
