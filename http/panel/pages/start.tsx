// The pages after the set-up: an organization, a project and a key, then the first search and the first model.

import { useState } from 'preact/hooks';
import {
  type AccountContext,
  apiOf,
  ofAdmin,
  type Page,
  type ProjectContext,
  preferredOrganization,
  type Schemas,
} from '../api/index.ts';
import { beginningFields, form, upstreamForm } from '../forms/index.ts';
import { button, card, shownOnce, visit } from '../shell/index.ts';
import { FirstSearch } from './first-search.tsx';
import { openTest } from './upstream-test.tsx';

export const startPath = '/start';

export const startPage: Page = {
  scope: 'admin',
  path: startPath,
  title: 'Set up this server',
  label: null,
  render(context) {
    const first = preferredOrganization(context.account);
    if (first === undefined) return <Start context={context} />;
    visit(`/o/${first.id}`);
    return undefined;
  },
};

type Made = { organization: { id: string; name: string }; project: Schemas['Project']; key: string };

function Start({ context }: { context: AccountContext }) {
  const [made, setMade] = useState<Made>();
  return <div class="start">{made === undefined ? beginning(context, setMade) : nextSteps(context, made)}</div>;
}

/** Returns the form that makes an organization, a project and a key. */
function beginning({ api }: AccountContext, onDone: (made: Made) => void) {
  let organization: { id: string; name: string } | undefined;
  let project: Schemas['Project'] | undefined;
  return (
    <div class="narrow">
      <p class="soft small">Step 2 of 3</p>
      <h1>Name your first project</h1>
      {form({ fields: beginningFields(), submit: 'Create them', run })}
    </div>
  );

  async function run(body: Record<string, unknown>) {
    // A second try, after a refused name, makes nothing twice.
    organization ??= (await api.post('/admin/organization/', { body: { name: String(body.organization) } }))
      .organization;
    const inside = apiOf({ organization: organization.id });
    project ??= await inside.post('/v1/organization/projects', { body: { name: String(body.project) } });
    const key = await inside.post('/v1/organization/projects/{project_id}/api_keys', {
      params: { project_id: project.id },
      body: { name: String(body.key) },
    });
    onDone({ organization, project, key: key.value });
  }
}

function nextSteps(context: AccountContext, { organization, project, key }: Made) {
  const inside: ProjectContext = {
    ...context,
    organization: ofAdmin(organization),
    project,
    api: apiOf({ organization: organization.id, project: project.id, signal: context.signal }),
  };
  return [
    <p class="soft small">Step 3 of 3</p>,
    <h1>Your project is ready</h1>,
    card(<h2>Your API key</h2>, shownOnce(key, 'key')),
    card(
      <h2>Search your documents</h2>,
      <p>Drop a file, then ask about it. No model is needed: the server finds passages by itself.</p>,
      <FirstSearch context={inside} />,
    ),
    card(
      <h2>Connect a model</h2>,
      <p>A server with an OpenAI-compatible API, which writes answers. You can add it later.</p>,
      form({
        ...upstreamForm(undefined, [], context),
        submit: 'Connect and test',
        onDone: (name) => openTest(context, name),
      }),
    ),
    button('Go on to the project', () => visit(`/o/${organization.id}/projects/${project.id}`), 'primary'),
  ];
}
