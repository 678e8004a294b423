// The fields of a person who signs in or gets an account.

import { textField } from './fields.tsx';

/** @param known the address that has to be used. Password managers store the password under it. */
export function emailField(known?: string) {
  return textField({
    name: 'email',
    label: 'E-mail',
    type: 'email',
    autocomplete: 'username',
    value: known ?? '',
    readonly: known !== undefined,
    isFirst: known === undefined,
  });
}

export function personNameField(isFirst = false) {
  return textField({
    name: 'name',
    label: 'Your name',
    autocomplete: 'name',
    optional: true,
    whenEmpty: 'leave-out',
    isFirst,
  });
}

export function passwordField(name: string, label: string, isFirst = false) {
  return textField({ name, label, type: 'password', autocomplete: 'current-password', isFirst });
}

/** The server's error explains the rest of the rule if a password is too easy to guess. */
export function newPasswordField(label: string, isFirst = false) {
  const hint = '12 to 128 characters. A few words in a row are good; a password that you use elsewhere is not.';
  return textField({ name: 'password', label, hint, type: 'password', autocomplete: 'new-password', isFirst });
}
