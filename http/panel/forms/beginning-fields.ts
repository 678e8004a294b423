import { textField } from './fields.tsx';

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
