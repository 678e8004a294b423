// The router: finds the page of the address, loads its data, and draws it.

import {
  type AccountContext,
  ApiError,
  account,
  apiOf,
  type Child,
  type ChosenOrganization,
  type Context,
  forgetAccount,
  goOn,
  isSignedIn,
  keepLinkToken,
  ofAdmin,
  type Page,
  type ProjectContext,
  preferredOrganization,
  type Schemas,
  startSession,
} from '../api/index.ts';
import { closeDialogs } from '../forms/index.ts';
import { missing } from '../pages/missing.tsx';
import { signInForm } from '../pages/sign-in.tsx';
import { pages } from '../pages.ts';
import { address, takeReturn, takeToken } from './address.ts';
import { leaveNotice, tell } from './announce.tsx';
import { isOpen, projectHeading, setPages } from './navigation.tsx';
import { problem } from './problem.tsx';
import { drawFrame, drawPage, drawWaiting } from './shell.tsx';
import { askToSignInAgain, closeSignInAgain } from './sign-in-again.tsx';

const waitingMs = 150;

let visit = new AbortController();
let hasDrawn = false;
/** The organization of the previous page. Its navigation stays visible on pages without an organization. */
let lastOrganization: ChosenOrganization | undefined;
/** The user whose page is on the screen; undefined: no user. */
let reader: Schemas['Account'] | undefined;

/**
 * Shows the page of the address, and again after each change of the address.
 * @param linkToken of the mail's link that was opened.
 */
export function startRouter(linkToken: string | undefined) {
  setPages(pages);
  takeReturn();
  keepLinkToken(linkToken);
  addEventListener('hashchange', () => {
    // The user opened a second mail link in the same tab.
    const token = location.pathname === '/panel' ? undefined : takeToken();
    if (token !== undefined) keepLinkToken(token);
    void show();
  });
  void begin();
}

async function begin() {
  drawWaiting();
  try {
    await startSession((why) => {
      if (why === 'ended') askAgain();
      else if (why === 'signed-in') void stayOrStartOver().catch(startOver);
      else startOver();
    });
  } catch (error) {
    // Not signed out: the server cannot answer at the moment.
    drawFrame(undefined, {});
    drawPage(
      ['svc'],
      <div class="narrow">
        <h1>svc</h1>
        {problem(error, { retry: () => location.reload() })}
      </div>,
      false,
    );
    return;
  }
  await show();
}

/** Clears the screen, because another user or no user is signed in now. */
function startOver() {
  forgetAccount();
  lastOrganization = undefined;
  reader = undefined;
  closeDialogs({ sticky: true });
  void show();
}

/** Opens the sign-in dialog over the page after the session has ended. The page stays. */
function askAgain() {
  if (reader === undefined) return goOn(false);
  askToSignInAgain(reader.email, { onDone: stayOrStartOver, onOther: startOver, onClose: () => goOn(false) });
}

/**
 * Runs after a sign-in in any tab. Keeps the page and its input if the same user signed in. Throws an ApiError if the
 * server does not say who did: the dialog shows it, and stays open over the input.
 */
async function stayOrStartOver() {
  forgetAccount();
  if ((await account()).id !== reader?.id) return startOver();
  goOn(true);
  closeSignInAgain();
}

/** Draws the page of the address. */
async function show({ moveFocus = hasDrawn }: { moveFocus?: boolean } = {}) {
  visit.abort();
  visit = new AbortController();
  const { signal } = visit;
  closeDialogs();
  leaveNotice();
  tell('');
  const { path, query } = address();
  const [page, params] = find(path);
  // On a redraw, the old page and its input stay until the new page is ready.
  const timer = moveFocus || !hasDrawn ? setTimeout(drawWaiting, waitingMs) : undefined;
  try {
    const { title, content, where } = await prepare(page, params, query, signal);
    if (signal.aborted) return;
    drawFrame(page, where);
    reader = where.account;
    const place = page.scope === 'project' || page.scope === 'organization' ? where : {};
    drawPage([title, place.project?.name ?? place.organization?.name, 'svc'], content, moveFocus);
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof ApiError && error.status === 401) drawSignIn();
    else {
      if (!hasDrawn) await drawFrameAround(page);
      drawPage([page.title, 'svc'], failure(page.title, error), moveFocus);
    }
  } finally {
    if (!signal.aborted) hasDrawn = true;
    clearTimeout(timer);
  }
}

/** Draws the navigation around a first page that failed: it leads on from the link to a deleted store. */
async function drawFrameAround(page: Page) {
  const known = isSignedIn() ? await account().catch(() => undefined) : undefined;
  if (known === undefined) return;
  reader = known;
  const organization = lastOrganization ?? preferredOrganization(known);
  drawFrame(page, { account: known, ...(organization === undefined ? {} : { organization }) });
}

/** Loads the page's data and returns its content. */
async function prepare(
  page: Page,
  params: Record<string, string>,
  query: URLSearchParams,
  signal: AbortSignal,
): Promise<{ title: string; content: Child | Child[]; where: Partial<ProjectContext> }> {
  const api = apiOf({ organization: params.organization, project: params.project, signal });
  const { path } = address();
  // No redraw after the user has left the page: it would close the dialogs of the next page.
  const reload = () => void (address().path === path && show({ moveFocus: false }));
  const context: Context = { params, query, signal, api, reload };
  const { title } = page;
  if (page.scope === 'public') return { title, content: await page.render(context), where: {} };
  if (!isSignedIn()) return { title: 'Sign in', content: signInForm(context.reload), where: {} };
  const signedIn = { ...context, account: await account() };
  const near = lastOrganization ?? preferredOrganization(signedIn.account);
  const beside = near === undefined ? signedIn : { ...signedIn, organization: near };
  const nowhere = { title: missing.title, content: missing.render(), where: beside };
  if (page.scope === 'admin' && !signedIn.account.is_admin) return nowhere;
  if (page.scope === 'account' || page.scope === 'admin')
    return { title, content: await page.render(signedIn), where: beside };
  const organization = await chosen(signedIn, params.organization ?? '');
  if (organization === undefined) return nowhere;
  lastOrganization = organization;
  const inside = { ...signedIn, organization };
  if (page.scope === 'organization' && !isOpen(page, inside)) return nowhere;
  if (page.scope === 'organization') return { title, content: await page.render(inside), where: inside };
  const projectApi = apiOf({ organization: organization.id, signal });
  const project = await projectApi.get('/v1/organization/projects/{project_id}', {
    params: { project_id: params.project ?? '' },
  });
  const whole = { ...inside, project };
  if (!isOpen(page, whole)) return nowhere;
  const content = [...projectHeading(page, whole), await page.render(whole)].flat();
  return { title, content, where: whole };
}

function drawSignIn() {
  reader = undefined;
  drawFrame(undefined, {});
  drawPage(
    ['Sign in', 'svc'],
    signInForm(() => void show({ moveFocus: true })),
    true,
  );
}

/** Returns the organization of the address, or undefined if the user has no access to it. */
async function chosen(
  { account: { organizations, is_admin: isAdmin }, api }: AccountContext,
  id: string,
): Promise<ChosenOrganization | undefined> {
  const mine = organizations.find((organization) => organization.id === id);
  if (mine !== undefined || !isAdmin) return mine;
  try {
    const { organization } = await api.get('/admin/organization/{organization_id}', {
      params: { organization_id: id },
    });
    return ofAdmin(organization);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

function failure(title: string, error: unknown) {
  return (
    <div>
      <h1>{title}</h1>
      {problem(error, { retry: () => void show() })}
    </div>
  );
}

function find(path: string): [Page, Record<string, string>] {
  for (const page of pages) {
    const params = match(page.path, path);
    if (params !== undefined) return [page, params];
  }
  return [missing, {}];
}

function match(template: string, path: string): Record<string, string> | undefined {
  const wanted = template.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = value;
    else if (part !== value) return undefined;
  }
  return params;
}
