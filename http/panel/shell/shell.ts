// The frame around every page: the navigation and the notices.

import { signOut } from '../api/session.ts';
import type { Child, Page, ProjectContext, Schemas } from '../api/types.ts';
import { keepUnsent } from '../forms/form.ts';
import { address, href, visit } from './address.ts';
import { announce, noticePlace, spokenPlace } from './announce.ts';
import { identifier } from './copy.tsx';
import { fill, h } from './dom.ts';
import { openFinder, setFinder } from './finder.ts';
import { badge, named } from './format.tsx';
import { heading } from './heading.tsx';
import { icon } from './icon.tsx';
import { problem } from './problem.tsx';
import { onShortcut, openShortcuts, setJumps } from './shortcuts.tsx';

type Where = Partial<ProjectContext>;

let pages: Page[] = [];

/** Sets the pages of the navigation. */
export function setPages(all: Page[]) {
  pages = all;
}

const side = h('div', { class: 'side' });
const main = h('main', { id: 'main' });
const layout = h('div', { class: 'layout' }, side, main);

/** Shows the skeleton of a page that is loading. */
export function drawWaiting() {
  place();
  main.setAttribute('aria-busy', 'true');
  fill(
    main,
    h('p', { class: 'hidden' }, 'Loading'),
    h(
      'div',
      { class: 'waiting', 'aria-hidden': 'true' },
      ...Array.from({ length: 5 }, () => h('span', { class: 'skeleton' })),
    ),
  );
}

/** Draws the navigation for the current page, organization and project. */
export function drawFrame(page: Page | undefined, where: Where) {
  place();
  layout.classList.toggle('alone', where.account === undefined);
  setJumps(jumps(where));
  setFinder(where, found(where));
  if (where.account === undefined) {
    fill(side, h('header', { class: 'bar' }, brand()));
    return;
  }
  const menu = h(
    'button',
    { type: 'button', class: 'quiet menu', 'aria-expanded': 'false', 'aria-controls': 'navigation' },
    icon('menu'),
    'Menu',
  );
  menu.addEventListener('click', () => {
    const open = side.classList.toggle('open');
    menu.setAttribute('aria-expanded', String(open));
  });
  const find = h(
    'button',
    { type: 'button', class: 'find', click: openFinder },
    h('span', {}, 'Find anything'),
    h('kbd', { 'aria-hidden': 'true' }, 'Ctrl K'),
  );
  side.classList.remove('open');
  fill(side, h('header', { class: 'bar' }, brand(), find, menu), navigation(page, where, where.account));
}

/**
 * Replaces the content of the page. On a redraw, forms with unsent input are kept.
 * @param titles from the page's own outwards.
 * @param moveFocus whether the reader came from another page, and is taken to this one's heading. A page with
 * one thing to do, marked `data-focus`, takes the reader there instead.
 */
export function drawPage(titles: (string | undefined)[], content: Child | Child[], moveFocus: boolean) {
  document.title = titles.filter((title) => title !== undefined).join(' · ');
  const putBack = main.dataset.path === address().path ? keepUnsent(main) : undefined;
  fill(main, content);
  putBack?.();
  main.querySelector('.tabs [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  main.dataset.path = address().path;
  main.setAttribute('aria-busy', 'false');
  const heading = main.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  const first = main.querySelector('[data-focus]');
  if (first instanceof HTMLElement) first.focus();
  else if (moveFocus) {
    scrollTo(0, 0);
    heading?.focus();
  }
}

/** Returns a project's heading and the tabs to the project's pages. */
export function projectHeading(page: Page, { organization, project }: ProjectContext) {
  const tabs = tabsOf(organization);
  const base = `/o/${organization.id}/projects`;
  // A page without a tab of its own, such as a vector store's, belongs to the tab with the longest common path.
  const here = tabs
    .filter((tab) => page.path === tab.path || page.path.startsWith(`${tab.path}/`))
    .sort((one, other) => other.path.length - one.path.length)[0];
  return [
    h('p', { class: 'up' }, h('a', { href: href(base) }, icon('back'), 'Projects')),
    heading(named(project.name), {
      lead: h('span', {}, project.status === 'archived' && [badge('archived', 'bad'), ' '], identifier(project.id)),
    }),
    h(
      'nav',
      { class: 'tabs', 'aria-label': 'Project' },
      h(
        'ul',
        {},
        tabs.map((tab) =>
          h(
            'li',
            {},
            link(
              tab.path.replace(':organization', organization.id).replace(':project', project.id),
              tab.label ?? '',
              tab === here,
            ),
          ),
        ),
      ),
    ),
  ];
}

function place() {
  if (layout.isConnected) return;
  const skip = h('a', { class: 'skip', href: '#main', click: toMain }, 'Skip to the content');
  fill(document.body, skip, spokenPlace(), layout, noticePlace());
  document.addEventListener('keydown', closeMenu);
  document.addEventListener('keydown', onShortcut);
}

function closeMenu({ key }: KeyboardEvent) {
  const menu = side.querySelector('.menu');
  const isMeant =
    key === 'Escape' && side.classList.contains('open') && document.querySelector('dialog[open]') === null;
  if (!isMeant || !(menu instanceof HTMLElement)) return;
  menu.click();
  menu.focus();
}

function toMain(event: MouseEvent) {
  // The link must not change the hash, because the hash is the page's address.
  event.preventDefault();
  const heading = main.querySelector('h1');
  if (heading instanceof HTMLElement) heading.focus();
}

function brand() {
  return h('a', { class: 'brand', href: href('/') }, h('span', { class: 'mark', 'aria-hidden': 'true' }), 'svc');
}

/** Returns the pages of the navigation, for the role of the reader. */
function linkedPages(organization: Where['organization'], { is_admin: isAdmin }: Schemas['Account']) {
  const ofOrganization = pages.filter(
    ({ scope, label, role }) =>
      scope === 'organization' && label !== undefined && (role === undefined || organization?.role === role),
  );
  const ofServer = isAdmin ? pages.filter(({ scope, label }) => scope === 'admin' && label !== undefined) : [];
  return { ofOrganization: organization === undefined ? [] : ofOrganization, ofServer };
}

/** Returns the pages that the box "Find anything" finds. */
function found({ organization, project, account }: Where) {
  if (account === undefined) return [];
  const { ofOrganization, ofServer } = linkedPages(organization, account);
  const others = pages.filter(({ scope, path }) => scope === 'account' && path !== '/');
  const tabs = project === undefined || organization === undefined ? [] : tabsOf(organization);
  const linked = [...tabs, ...ofOrganization, ...others, ...ofServer].map(({ label, title, path, scope }) => ({
    text: label ?? title,
    detail: scope === 'project' ? project?.name : scope === 'organization' ? organization?.name : undefined,
    path: href(path.replace(':organization', organization?.id ?? '').replace(':project', project?.id ?? '')),
  }));
  return [...linked, { text: 'Documentation', path: '/docs' }];
}

/** Returns the pages of a project that have a tab. */
function tabsOf(organization: NonNullable<Where['organization']>) {
  return pages.filter(
    ({ scope, label, role }) =>
      scope === 'project' && label !== undefined && (role === undefined || organization.role === role),
  );
}

/** Returns the pages that have a keyboard shortcut. */
function jumps({ organization, account }: Where) {
  if (account === undefined) return [];
  const { ofOrganization, ofServer } = linkedPages(organization, account);
  const others = pages.filter(({ scope, shortcut }) => scope === 'account' && shortcut !== undefined);
  return [...ofOrganization, ...others, ...ofServer].flatMap(({ shortcut: letter, label, title, path }) =>
    letter === undefined
      ? []
      : [{ letter, label: label ?? title, path: path.replace(':organization', organization?.id ?? '') }],
  );
}

function navigation(page: Page | undefined, { organization, project }: Where, account: Schemas['Account']) {
  const here = project === undefined ? page?.path : '/o/:organization/projects';
  const { ofOrganization, ofServer } = linkedPages(organization, account);
  const links = (of: Page[], id: string) =>
    h(
      'ul',
      {},
      of.map(({ path, label }) => h('li', {}, link(path.replace(':organization', id), label ?? '', path === here))),
    );
  return h(
    'nav',
    { id: 'navigation', 'aria-label': 'Main' },
    organization !== undefined && [
      h(
        'div',
        { class: 'chosen' },
        h('p', { class: 'kicker' }, 'Organization'),
        h('p', {}, named(organization.name)),
        h('a', { class: 'small', href: href('/organizations') }, 'Change'),
      ),
      links(ofOrganization, organization.id),
    ],
    organization === undefined &&
      h('ul', {}, h('li', {}, link('/organizations', 'Organizations', here === '/organizations'))),
    ofServer.length > 0 && [h('p', { class: 'kicker' }, 'Server'), links(ofServer, '')],
    h(
      'div',
      { class: 'reader' },
      h('ul', {}, h('li', {}, link('/account', named(account.name, account.email), here === '/account', 'Account: '))),
      h('a', { class: 'quiet', href: '/docs' }, 'Documentation'),
      h('button', { type: 'button', class: 'quiet', click: openShortcuts }, 'Keyboard shortcuts'),
      h('button', { type: 'button', class: 'quiet', click: leave }, 'Sign out'),
    ),
  );
}

async function leave() {
  try {
    await signOut();
    visit('/');
  } catch (error) {
    announce(problem(error));
  }
}

/** @param spoken what a screen reader says before it. */
function link(path: string, text: Child, isHere: boolean, spoken = '') {
  return h(
    'a',
    { href: href(path), 'aria-current': isHere ? 'page' : null },
    spoken !== '' && h('span', { class: 'hidden' }, spoken),
    text,
  );
}
