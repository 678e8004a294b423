import { may, type Page, type Schemas } from '../api/index.ts';
import { choiceField, form } from '../forms/index.ts';
import { card, facts, heading } from '../shell/index.ts';

const reach = { all: 'all projects', assigned: 'the projects in which they or their groups have a role' };
const path = '/v1/organization/settings';

export const organizationSettingsPage: Page = {
  scope: 'organization',
  path: '/o/:organization/settings',
  title: 'Project access',
  permission: 'roles.read',
  async render(context) {
    const { api } = context;
    const { project_access: value } = await api.get(path);
    const access = choiceField({
      name: 'project_access',
      label: 'Members reach',
      hint: 'Owners always reach all projects. A change takes effect within 5 seconds.',
      value,
      texts: reach,
    });
    return [
      heading('Project access', { lead: 'The projects that the members of the organization reach.' }),
      !may(context, 'roles.write') && facts([['Members reach', reach[value]]]),
      may(context, 'roles.write') &&
        card(
          undefined,
          form({
            fields: [access],
            submit: 'Save',
            edits: true,
            run: (body) => api.post(path, { body: body as Schemas['UpdateOrganizationSettingsRequest'] }),
            notice: 'The project access is saved.',
          }),
        ),
    ];
  },
};
