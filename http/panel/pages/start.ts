// The pages after the set-up: an organization, a project and a key, then the first search and the first model.

import { forgetAccount, preferredOrganization } from '../api/account.ts';
import { apiOf } from '../api/api.ts';
import type { AccountContext, Page, ProjectContext, Schemas } from '../api/types.ts';
import { textField } from '../forms/fields.ts';
import { form } from '../forms/form.ts';
import type { Upstream } from '../forms/upstream-fields.ts';
import { upstreamFields, upstreamOf } from '../forms/upstream-fields.ts';
import { visit } from '../shell/address.ts';
import { shownOnce } from '../shell/copy.tsx';
import { fill, h } from '../shell/dom.ts';
import { firstSearch } from './first-search.ts';
import { openTest } from './upstream-test.tsx';

export const startPath = '/start';

export const startPage: Page = {
  scope: 'admin',
  path: startPath,
  title: 'Set up this server',
  render(context) {
    const first = preferredOrganization(context.account);
    if (first !== undefined) {
      visit(`/o/${first.id}`);
      return undefined;
    }
    const place = h('div', { class: 'start' });
    fill(
      place,
      beginning(context, (made) => fill(place, nextSteps(context, made))),
    );
    return place;
  },
};

type Made = { organization: { id: string; name: string }; project: Schemas['Project']; key: string };

/** Returns the form that makes an organization, a project and a key. */
function beginning({ api }: AccountContext, onDone: (made: Made) => void) {
  const organizationName = textField({
    name: 'organization',
    label: 'Organization',
    hint: 'The name of a company or a team. It has members and projects.',
    value: 'My organization',
  });
  organizationName.input.setAttribute('data-focus', '');
  let organization: { id: string; name: string } | undefined;
  let project: Schemas['Project'] | undefined;
  return h(
    'div',
    { class: 'narrow' },
    h('p', { class: 'soft small' }, 'Step 2 of 3'),
    h('h1', {}, 'Name your first project'),
    form({
      fields: [
        organizationName,
        textField({
          name: 'project',
          label: 'Project',
          hint: 'It has documents, keys and limits of its own.',
          value: 'My project',
        }),
        textField({ name: 'key', label: 'API key', hint: 'The name of a key for your program.', value: 'First key' }),
      ],
      submit: 'Create them',
      async run(body) {
        // A second try, after a refused name, makes nothing twice.
        organization ??= (await api.post('/admin/organization/', { body: { name: String(body.organization) } }))
          .organization;
        forgetAccount();
        const inside = apiOf({ organization: organization.id });
        project ??= await inside.post('/v1/organization/projects', { body: { name: String(body.project) } });
        const key = await inside.post('/v1/organization/projects/{project_id}/api_keys', {
          params: { project_id: project.id },
          body: { name: String(body.key) },
        });
        onDone({ organization, project, key: key.value });
      },
    }),
  );
}

function nextSteps(context: AccountContext, { organization, project, key }: Made) {
  const path = `/o/${organization.id}/projects/${project.id}`;
  const inside = {
    ...context,
    organization: { ...organization, role: 'owner' },
    project,
    api: apiOf({ organization: organization.id, project: project.id, signal: context.signal }),
  } as ProjectContext;
  return [
    h('p', { class: 'soft small' }, 'Step 3 of 3'),
    h('h1', {}, 'Your project is ready'),
    h('section', { class: 'card' }, h('h2', {}, 'Your API key'), shownOnce(key, 'key')),
    h(
      'section',
      { class: 'card' },
      h('h2', {}, 'Search your documents'),
      h('p', {}, 'Drop a file, then ask about it. No model is needed: the server finds passages by itself.'),
      firstSearch(inside),
    ),
    h(
      'section',
      { class: 'card' },
      h('h2', {}, 'Connect a model'),
      h('p', {}, 'A server with an OpenAI-compatible API, which writes answers. You can add it later.'),
      modelForm(context),
    ),
    h('button', { type: 'button', class: 'primary', click: () => visit(path) }, 'Go on to the project'),
  ];
}

function modelForm(context: AccountContext) {
  const { first, more } = upstreamFields(undefined, []);
  return form({
    fields: [...first, ...more],
    layout: [
      ...first.map(({ element }) => element),
      h('details', {}, h('summary', {}, 'More settings'), ...more.map(({ element }) => element)),
    ],
    submit: 'Connect and test',
    async run(body) {
      const { upstreams } = await context.api.get('/admin/config');
      const upstream = upstreamOf(body, undefined);
      const all = upstreams as Upstream[];
      await context.api.patch('/admin/config', { body: { upstreams: [...all, upstream] } });
      openTest(context, String(body.name));
    },
  });
}
