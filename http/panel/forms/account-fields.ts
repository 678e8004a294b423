// The fields of a person who signs in or gets an account, and of the first things on a new server.

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

/** Returns the fields of the first organization, project and key. */
export function beginningFields() {
  return [
    textField({
      name: 'organization',
      label: 'Organization',
      hint: 'The name of a company or a team. It has members and projects.',
      value: 'My organization',
      isFirst: true,
    }),
    textField({
      name: 'project',
      label: 'Project',
      hint: 'It has documents, keys and limits of its own.',
      value: 'My project',
    }),
    textField({ name: 'key', label: 'API key', hint: 'The name of a key for your program.', value: 'First key' }),
  ];
}
