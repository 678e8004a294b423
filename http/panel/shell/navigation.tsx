// The links to the pages: the navigation, the tabs of a project, the keyboard shortcuts and what the finder finds.

import {
  type Child,
  may,
  type Page,
  type ProjectContext,
  type Schemas,
  signOut,
  signOutAt,
  type Where,
} from '../api/index.ts';
import { href, visit } from './address.ts';
import { announce } from './announce.tsx';
import { identifier } from './copy.tsx';
import { badge, named } from './format.tsx';
import { backTo, button, heading } from './heading.tsx';
import { problem } from './problem.tsx';
import { openShortcuts } from './shortcuts.tsx';

let pages: Page[] = [];

/** Sets the pages of the navigation. */
export function setPages(all: Page[]) {
  pages = all;
}

export function brand() {
  return (
    <a class="brand" href={href('/')}>
      <span class="mark" aria-hidden="true" />
      svc
    </a>
  );
}

/** Returns a project's heading and the tabs to the project's pages. */
export function projectHeading(page: Page, context: ProjectContext) {
  const { organization, project } = context;
  const tabs = tabsOf(context);
  // A page without a tab of its own, such as a vector store's, belongs to the tab with the longest common path.
  const here = tabs
    .filter((tab) => page.path === tab.path || page.path.startsWith(`${tab.path}/`))
    .sort((one, other) => other.path.length - one.path.length)[0];
  const path = (tab: Page) => tab.path.replace(':organization', organization.id).replace(':project', project.id);
  return [
    backTo(`/o/${organization.id}/projects`, 'Projects'),
    heading(named(project.name), {
      lead: (
        <span>
          {project.status === 'archived' && [badge('archived', 'bad'), ' ']}
          {identifier(project.id)}
        </span>
      ),
    }),
    <nav class="tabs" aria-label="Project">
      {linkList(tabs.map((tab) => link(path(tab), labelOf(tab), tab === here)))}
    </nav>,
  ];
}

/** Returns true if the reader may call the operation that the page calls first. The server would refuse others too. */
export function isOpen({ permission }: Page, where: Where) {
  return permission === undefined || may(where, permission);
}

/** Returns the pages of a scope that are linked and open to the reader. */
function linkedPages(of: Page['scope'], where: Where) {
  return pages.filter((page) => page.scope === of && page.label !== null && isOpen(page, where));
}

/** Returns the pages of the navigation that are open to the reader. */
function pagesOf({ organization, account }: Where) {
  return {
    ofOrganization: organization === undefined ? [] : linkedPages('organization', { organization, account }),
    ofServer: account?.is_admin === true ? linkedPages('admin', { account }) : [],
  };
}

/** Returns the pages that the box "Find anything" finds. */
export function found(where: Where) {
  const { organization, project, account } = where;
  if (account === undefined) return [];
  const { ofOrganization, ofServer } = pagesOf(where);
  const others = pages.filter(({ scope, path }) => scope === 'account' && path !== '/');
  const tabs = project === undefined || organization === undefined ? [] : tabsOf(where);
  const linked = [...tabs, ...ofOrganization, ...others, ...ofServer].map((page) => ({
    text: labelOf(page),
    detail: page.scope === 'project' ? project?.name : page.scope === 'organization' ? organization?.name : undefined,
    path: href(page.path.replace(':organization', organization?.id ?? '').replace(':project', project?.id ?? '')),
  }));
  return [...linked, { text: 'Documentation', path: '/docs' }];
}

/** Returns the pages of a project that have a tab. */
function tabsOf({ account, organization, project }: Where) {
  return linkedPages('project', { account, organization, project });
}

/** Returns the pages that have a keyboard shortcut. */
export function jumps(where: Where) {
  const { organization, account } = where;
  if (account === undefined) return [];
  const { ofOrganization, ofServer } = pagesOf(where);
  const others = pages.filter(({ scope, shortcut }) => scope === 'account' && shortcut !== undefined);
  return [...ofOrganization, ...others, ...ofServer].flatMap((page) => {
    const path = page.path.replace(':organization', organization?.id ?? '');
    return page.shortcut === undefined ? [] : [{ letter: page.shortcut, label: labelOf(page), path }];
  });
}

export function navigation(page: Page | undefined, { organization, project }: Where, account: Schemas['Account']) {
  const here = project === undefined ? page?.path : '/o/:organization/projects';
  const { ofOrganization, ofServer } = pagesOf({ organization, account });
  const links = (of: Page[], id: string) =>
    linkList(of.map((one) => link(one.path.replace(':organization', id), labelOf(one), one.path === here)));
  return (
    <nav id="navigation" aria-label="Main">
      {organization !== undefined && (
        <div class="chosen">
          <p class="kicker">Organization</p>
          <p>{named(organization.name)}</p>
          <a class="small" href={href('/organizations')}>
            Change
          </a>
        </div>
      )}
      {organization !== undefined && links(ofOrganization, organization.id)}
      {organization === undefined && linkList([link('/organizations', 'Organizations', here === '/organizations')])}
      {ofServer.length > 0 && <p class="kicker">Server</p>}
      {ofServer.length > 0 && links(ofServer, '')}
      <div class="reader">
        {linkList([link('/account', named(account.name, account.email), here === '/account', 'Account: ')])}
        <a class="quiet" href="/docs">
          Documentation
        </a>
        {button('Keyboard shortcuts', openShortcuts, 'quiet')}
        {button('Sign out', () => void leave(), 'quiet')}
      </div>
    </nav>
  );
}

async function leave() {
  try {
    const elsewhere = await signOut();
    if (elsewhere !== null) return signOutAt(elsewhere);
    visit('/');
  } catch (error) {
    announce(problem(error));
  }
}

function labelOf({ label, title }: Page) {
  return label ?? title;
}

function linkList(links: Child[]) {
  return (
    <ul>
      {links.map((one) => (
        <li>{one}</li>
      ))}
    </ul>
  );
}

/** @param spoken said by a screen reader before the text. */
function link(path: string, text: Child, isHere: boolean, spoken = '') {
  return (
    <a href={href(path)} aria-current={isHere ? 'page' : undefined}>
      {spoken !== '' && <span class="hidden">{spoken}</span>}
      {text}
    </a>
  );
}
