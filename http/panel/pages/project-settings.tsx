import { type Field, may, modelsOf, type Page, type ProjectContext, saveProject } from '../api/index.ts';
import { allOrSomeField, form, limitsField, spendLimitCard, textField, toolsField } from '../forms/index.ts';
import { card, subheading } from '../shell/index.ts';
import { archiving, limits, projectFacts, restoring } from './project-parts.tsx';

export const projectSettingsPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/settings',
  title: 'Settings',
  render: (context) => [subheading('Settings'), ...content(context)],
};

function content(context: ProjectContext) {
  return [
    ...(may(context, 'projects.write') ? owned(context) : [projectFacts(context.project)]),
    mayLimitSpend(context) && spendLimitCard(context),
    may(context, 'projects.write') &&
      card(undefined, context.project.status === 'active' ? archiving(context) : restoring(context)),
  ];
}

/** The card shows the spend of the project, which is a cost of its organization. */
function mayLimitSpend(context: ProjectContext) {
  const { account, organization } = context;
  const isUsageOpen = may({ account, organization }, 'usage.read');
  return isUsageOpen && may(context, 'limits.read') && may(context, 'limits.write');
}

function owned(context: ProjectContext) {
  const { project } = context;
  return [
    card(
      <h3>Name, models and endpoints</h3>,
      form({
        fields: [textField({ name: 'name', label: 'Name', value: project.name }), ...allowances(context)],
        submit: 'Save',
        edits: true,
        run: (body) => saveProject(context, body),
        notice: 'The settings are saved.',
      }),
    ),
    card(
      <h3>Limits</h3>,
      form({
        fields: [limitsField(limits, project.limits)],
        submit: 'Save the limits',
        edits: true,
        run: (body) => saveProject(context, body),
        notice: 'The limits are saved.',
      }),
    ),
  ];
}

/** Returns the models that the project may use now, as suggestions. Returns none if the request fails. */
async function modelIds(context: ProjectContext) {
  const models = await modelsOf(context).catch(() => []);
  return models.map(({ id }) => id);
}

function allowances(context: ProjectContext): Field[] {
  const { models, custom_endpoints: endpoints, mcp_prefixes: prefixes } = context.project;
  return [
    allOrSomeField({
      name: 'models',
      legend: 'Models',
      all: 'All models of the server',
      some: 'Only these',
      hint: 'For example gpt-4o-mini.',
      value: models,
      wholeValue: [],
      known: modelIds(context),
    }),
    allOrSomeField({
      name: 'custom_endpoints',
      legend: 'Custom endpoints',
      all: 'All custom endpoints of the server',
      some: 'Only these',
      hint: 'Paths such as /v1/ocr.',
      value: endpoints,
      wholeValue: [],
    }),
    allOrSomeField({
      name: 'mcp_prefixes',
      legend: 'MCP servers',
      all: 'All MCP servers',
      some: 'Only these',
      hint: 'Prefixes such as docs.',
      value: prefixes,
      wholeValue: 'all',
    }),
    toolsField(context.project.mcp_tools),
  ];
}
