import type { Page, Schemas } from '../api/types.ts';
import { choiceField } from '../forms/fields.ts';
import { form } from '../forms/form.ts';
import { announce } from '../shell/announce.ts';
import { heading } from '../shell/heading.tsx';

const path = '/v1/organization/settings';

export const organizationSettingsPage: Page = {
  scope: 'organization',
  path: '/o/:organization/settings',
  title: 'Settings',
  label: 'Settings',
  role: 'owner',
  async render({ api }) {
    const { project_access: value } = await api.get(path);
    const access = choiceField({
      name: 'project_access',
      label: 'Members reach',
      hint: 'Owners always reach all projects. A change takes effect within 5 seconds.',
      value,
      choices: [
        ['all', 'all projects'],
        ['assigned', 'the projects in which they or their groups have a role'],
      ],
    });
    return [
      heading('Settings'),
      <section class="card">
        <h2>Project access</h2>
        {form({
          fields: [access],
          submit: 'Save',
          edits: true,
          async run(body) {
            await api.post(path, { body: body as Schemas['UpdateOrganizationSettingsRequest'] });
            announce('The settings are saved.');
          },
        })}
      </section>,
    ];
  },
};
