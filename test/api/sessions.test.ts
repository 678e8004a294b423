// The sessions of a user, as the user sees and ends them.

import t from 'tap';
import { startApp } from '../harness/app.ts';
import { signIn, signInBrowser, signUp } from '../harness/world.ts';

const app = await startApp(t);
const person = await signUp(app);

t.test('the session of a device is listed with its name, and ends', async (t) => {
  const device = (await app.request('POST', '/auth/device', { body: { client_name: 'svc on build-7' } })).body;
  const headers = await signInBrowser(app, person.email);
  const decision = { user_code: device.user_code, decision: 'approve' };
  await app.request('POST', '/auth/device/decision', { headers, body: decision });
  const tokens = await app.request('POST', '/auth/device/token', { body: { device_code: device.device_code } });
  const { access_token: token, refresh_token: refresh } = tokens.body;
  const { body } = await app.request('GET', '/auth/me/sessions', { token: person.token });
  const [newest] = body.data;
  t.match(newest, { object: 'session', client_name: 'svc on build-7', method: 'password', is_current: false });
  t.equal(body.data.filter((one: { is_current: boolean }) => one.is_current).length, 1, 'the own one is marked');
  const path = `/auth/me/sessions/${newest.id}`;
  const stranger = await signUp(app);
  t.equal((await app.request('DELETE', path, { token: stranger.token })).status, 404, 'not by another person');
  t.match(await app.request('DELETE', path, { token: person.token }), { status: 200, body: { deleted: true } });
  t.equal((await app.request('GET', '/auth/me', { token })).status, 401);
  t.equal((await app.request('POST', '/auth/refresh', { token: refresh })).status, 401);
});

t.test('a page of the list goes on with the next one', async (t) => {
  const other = await signUp(app);
  for (let count = 0; count < 2; count += 1) await signIn(app, other.email);
  const read = async (query: string) => (await app.request('GET', `/auth/me/sessions?${query}`, other)).body;
  const first = await read('limit=2');
  t.same([first.data.length, first.has_more], [2, true]);
  const second = await read(`limit=2&after=${first.last_id}`);
  t.same([second.data.length, second.has_more, second.data[0].is_current], [1, false, true]);
});
