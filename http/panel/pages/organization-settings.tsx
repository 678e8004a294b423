import type { Page, Schemas } from '../api/types.ts';
import { choiceField } from '../forms/fields.tsx';
import { form } from '../forms/form.tsx';
import { announce } from '../shell/announce.tsx';
import { heading } from '../shell/heading.tsx';

const path = '/v1/organization/settings';

export const organizationSettingsPage: Page = {
  scope: 'organization',
  path: '/o/:organization/settings',
  title: 'Project access',
  label: 'Project access',
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
      heading('Project access', { lead: 'The projects that the members of the organization reach.' }),
      <section class="card">
        {form({
          fields: [access],
          submit: 'Save',
          edits: true,
          async run(body) {
            await api.post(path, { body: body as Schemas['UpdateOrganizationSettingsRequest'] });
            announce('The project access is saved.');
          },
        })}
      </section>,
    ];
  },
};
