// Tests the browser session: one cookie, and an access token in the memory of each tab.

import type { BrowserContext, Page } from 'playwright-core';
import t from 'tap';
import { startApp } from '../harness/app.ts';
import { counted, settled, signInAs, startBrowser } from '../harness/browser.ts';
import { shiftClock } from '../harness/clock.ts';
import { startRecordingServer } from '../harness/recording-server.ts';
import { createTenant, password, signIn, signUp } from '../harness/world.ts';

const app = await startApp(t, { SVC_ACCESS_TOKEN_SECONDS: '3600' });
const browser = await startBrowser(t, app.url);
/** A time after the expiry of an access token, in milliseconds. */
const laterMs = 3_700_000;
const admin = await signUp(app, { isAdmin: true });
const { owner } = await createTenant(app, admin);

/** Returns a function that counts the context's requests for a new access token. */
function countRefreshes(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/auth/session/refresh')) count += 1;
  });
  return () => count;
}

async function openSignedIn(page: Page, as = owner.email): Promise<void> {
  await page.goto('/panel');
  await signInAs(page, as, password);
  await isIn(page);
}

/** The refusals in a test whose access token or session ends. */
const ended = { refusals: [401] };

const isOut = (page: Page) => page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();

/**
 * Waits for the page and its list. A request that is still pending when the test ends the session would look like a
 * request of the user.
 */
async function isIn(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await settled(page);
}

/** Makes a tab wait longer for the answers of other tabs, which are slower on a busy machine. */
const patient = `const set = globalThis.setTimeout;
globalThis.setTimeout = (run, ms, ...rest) => set(run, ms === 120 ? 30_000 : ms, ...rest);`;

t.test('without a mail server, the page for forgotten passwords says whom to ask', async (t) => {
  const { page } = await browser.open(t);
  await page.goto('/panel');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByText('This server cannot send mail. Ask its operator').waitFor();
  t.equal(await page.getByRole('textbox').count(), 0, 'there is no form without an effect');
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await isOut(page);
});

t.test('a visitor without a session causes no session request and no console error', async (t) => {
  const { page, context } = await browser.open(t);
  const refreshes = countRefreshes(context);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto('/panel');
  await isOut(page);
  await signInAs(page, owner.email, password);
  await isIn(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await isOut(page);
  await page.reload();
  await isOut(page);
  t.equal(refreshes(), 0);
  t.strictSame(said, []);
});

t.test('a reload keeps the session, with a cookie that scripts cannot read', async (t) => {
  const { page, context } = await browser.open(t);
  await openSignedIn(page);
  const [cookie] = await context.cookies();
  t.match(cookie, { httpOnly: true, sameSite: 'Lax' });
  t.equal(await page.evaluate('document.cookie'), '');
  const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
  t.equal(stored, '[{"svc-signed-in":"yes"},{}]', 'no token');
  await page.reload();
  await isIn(page);
  const [next] = await context.cookies();
  t.not(next?.value, cookie?.value, 'each refresh uses its own refresh token');
});

t.test('tabs share one session: a new tab asks the others, and a sign-out ends it in all', async (t) => {
  const { page: first, context } = await browser.open(t);
  const refreshes = countRefreshes(context);
  await openSignedIn(first);
  const before = refreshes();
  const second = await context.newPage();
  await second.addInitScript(patient);
  await second.goto('/panel');
  await isIn(second);
  t.equal(refreshes(), before, 'the token came from the other tab');
  await first.reload();
  await isIn(first);
  await second.getByRole('link', { name: 'Members' }).click();
  await second.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  await second.getByRole('button', { name: 'Sign out' }).click();
  await isOut(second);
  await isOut(first);
  t.strictSame(await context.cookies(), [], 'the cookie is gone');
  await signInAs(first, owner.email, password);
  await isIn(first);
  await isIn(second);
});

t.test('tabs that lose their token at once share one refresh, and stay signed in', async (t) => {
  const { page: first, context } = await browser.open(t, ended);
  await openSignedIn(first);
  const second = await context.newPage();
  await second.goto('/panel');
  await isIn(second);
  const refreshes = countRefreshes(context);
  shiftClock(laterMs, t);
  await Promise.all([first, second].map((page) => page.getByRole('link', { name: 'Members' }).click()));
  for (const page of [first, second]) await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  for (const page of [first, second]) await settled(page);
  t.equal(refreshes(), 1);
  await first.reload();
  await first.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
});

/** Creates a user with an organization. Returns a function that ends all their sessions. */
async function newOwner() {
  const person = await signUp(app);
  const { body } = await app.request('POST', '/admin/organization/', {
    token: admin.token,
    body: { name: 'Theirs', owner_id: person.id },
  });
  const disable = (disabled: boolean) =>
    app.request('POST', `/admin/users/${person.id}`, { token: admin.token, body: { disabled } });
  const endSessions = async () => {
    await disable(true);
    await disable(false);
  };
  return { person, organizationId: body.organization.id as string, disable, endSessions };
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

/** Signs in with the dialog over the page. */
async function signInAgain(page: Page): Promise<void> {
  await question(page).getByLabel('Password', { exact: true }).fill(password);
  await question(page).getByRole('button', { name: 'Sign in' }).click();
  await question(page).waitFor({ state: 'detached' });
}

t.test('a session that an admin ends is over at the next click, which the next sign-in repeats', async (t) => {
  const { person, disable } = await newOwner();
  const { page } = await browser.open(t, ended);
  await openSignedIn(page, person.email);
  await disable(true);
  await page.getByRole('link', { name: 'Organization keys' }).click();
  await question(page).waitFor();
  await disable(false);
  await signInAgain(page);
  await page.getByRole('heading', { level: 1, name: 'Organization keys' }).waitFor();
  t.match(page.url(), '/keys');
});

t.test('an ended session keeps the input: the reader signs in over the page, and the form is sent', async (t) => {
  const { person, organizationId, endSessions } = await newOwner();
  const { page } = await browser.open(t, { refusals: [401, 503] });
  await openSignedIn(page, person.email);
  await page.getByRole('link', { name: 'Projects', exact: true }).click();
  await page.getByRole('button', { name: 'Create a project' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Written before');
  await endSessions();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  t.equal(await question(page).getByLabel('E-mail').inputValue(), person.email);
  await page.route('**/auth/me', (route) => route.fulfill({ status: 503, body: '{}' }), { times: 1 });
  await question(page).getByLabel('Password', { exact: true }).fill(password);
  await question(page).getByRole('button', { name: 'Sign in' }).click();
  await question(page).getByText('The server is not available at the moment.').waitFor();
  await signInAgain(page);
  await page.getByRole('heading', { level: 1, name: 'Written before' }).waitFor();

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Requests per minute').fill('42');
  await page.getByLabel('Name').fill('Written later');
  await endSessions();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await signInAgain(page);
  await page.getByRole('heading', { level: 1, name: 'Written later' }).waitFor();
  t.equal(await page.getByLabel('Requests per minute').inputValue(), '42');
  const { body } = await app.request('GET', '/v1/organization/projects', {
    token: admin.token,
    headers: { 'compat-organization': organizationId },
  });
  t.match(body.data, [{ name: 'Written later' }]);
});

t.test('a reader who cancels the sign-in keeps the page, and is asked again at the next request', async (t) => {
  const { person, endSessions } = await newOwner();
  const { page } = await browser.open(t, ended);
  await openSignedIn(page, person.email);
  await page.getByRole('link', { name: 'User', exact: false }).last().click();
  await page.getByLabel('Name').fill('Somebody');
  await endSessions();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await question(page).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alert').getByText('Your session has ended. Sign in to continue.').waitFor();
  t.equal(await page.getByLabel('Name').inputValue(), 'Somebody');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await signInAgain(page);
  await page.getByRole('link', { name: 'Somebody' }).waitFor();
});

t.test('after another user signs in, the page starts over and says why', async (t) => {
  const { person, endSessions } = await newOwner();
  const { page } = await browser.open(t, ended);
  await openSignedIn(page, person.email);
  await page.getByRole('link', { name: 'Projects', exact: true }).click();
  await page.getByRole('button', { name: 'Create a project' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Written before');
  await endSessions();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await question(page).getByRole('button', { name: 'Use another account' }).click();
  await isOut(page);
  await page.getByText('Your session has ended. Sign in to continue.').waitFor();
  await counted(page.locator('dialog'), 0);
  await signInAs(page, owner.email, password);
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  const { body } = await app.request('GET', '/v1/organization/projects', {
    token: (await signIn(app, person.email)).token,
  });
  t.strictSame(body.data, [], 'the input of one user is not sent for the other');
});

t.test('a new sign-in in one tab signs in all tabs, with their input', async (t) => {
  const { person, endSessions } = await newOwner();
  const { page: first, context } = await browser.open(t, ended);
  await openSignedIn(first, person.email);
  const second = await context.newPage();
  await second.goto('/panel');
  await isIn(second);
  for (const page of [first, second]) {
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await page.getByRole('button', { name: 'Create a project' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Written before');
  }
  await endSessions();
  await first.getByRole('button', { name: 'Create', exact: true }).click();
  await signInAgain(first);
  await first.getByRole('heading', { level: 1, name: 'Written before' }).waitFor();
  await second.getByLabel('Name').fill('Written in the second');
  await second.getByRole('button', { name: 'Create', exact: true }).click();
  await second.getByRole('heading', { level: 1, name: 'Written in the second' }).waitFor();
});

t.test('a reload after the end of the session says that it has ended', async (t) => {
  const { person, endSessions } = await newOwner();
  const { page } = await browser.open(t, ended);
  const end = page.getByText('Your session has ended. Sign in to continue.');
  await page.goto('/panel');
  await isOut(page);
  t.equal(await end.count(), 0, 'a new visitor does not see this message');
  await openSignedIn(page, person.email);
  await endSessions();
  await page.reload();
  await isOut(page);
  await end.waitFor();
  await signInAs(page, person.email, password);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await isOut(page);
  t.equal(await end.count(), 0, 'nor does a user who has signed out');
});

t.test('a page of another origin can neither use the cookie nor read a response', async (t) => {
  const { page, context, wrongs } = await browser.open(t);
  await openSignedIn(page);
  const [before] = await context.cookies();
  // Another port is another origin but the same site, so the browser sends the cookie.
  const stranger = await startRecordingServer(t, () => ({ status: 200, headers: { 'content-type': 'text/html' } }));
  const foreign = await context.newPage();
  await foreign.goto(stranger.url);
  t.match(stranger.requests[0]?.headers.cookie, before?.value);
  const statuses: number[] = [];
  context.on('response', (response) => statuses.push(response.status()));
  const target = `${app.url}/auth/session`;
  for (const attempt of [
    `fetch('${target}/refresh', { method: 'POST', credentials: 'include' })`,
    `fetch('${target}/refresh', { method: 'POST', credentials: 'include', mode: 'no-cors' })`,
    `fetch('${target}', { method: 'POST', credentials: 'include', mode: 'no-cors', body: '{}' })`,
    `fetch('${target}', { method: 'DELETE', credentials: 'include' })`,
    `fetch('${app.url}/auth/me', { credentials: 'include' })`,
  ]) {
    t.equal(await foreign.evaluate(`${attempt}.then((answer) => answer.text()).catch(() => '')`), '', attempt);
  }
  t.strictSame([...new Set(statuses)], [403], 'the server was asked, and refused');
  const [after] = await context.cookies();
  t.equal(after?.value, before?.value);
  await page.reload();
  await isIn(page);
  // The browser reports every attempt, which is expected here.
  t.ok(wrongs.splice(0).every((text) => /^request: |blocked by CORS policy|Failed to load resource/.test(text)));
});

t.test('signing in as another user in one tab changes the user in all tabs', async (t) => {
  const { page: first, context } = await browser.open(t);
  await openSignedIn(first);
  const second = await context.newPage();
  await second.goto('/panel');
  await isIn(second);
  await second.getByRole('button', { name: 'Sign out' }).click();
  await isOut(second);
  await signInAs(second, admin.email, password);
  await second.getByRole('link', { name: 'Users' }).waitFor();
  await first.getByRole('link', { name: 'Users' }).waitFor();
  await counted(first.getByRole('heading', { level: 1 }), 1);
});
