// People that a directory keeps, by sequences of requests as the two large directories document them.

import t, { type Test } from 'tap';
import { createDirectory, errorSchema, newAddress, patch, type Scim, userSchema } from '../harness/directory.ts';
import { startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** Expects an error in the form of SCIM. */
async function refused(t: Test, answer: ReturnType<Scim>, status: number, scimType: string | undefined, text: RegExp) {
  const { body, headers, status: got } = await answer;
  t.strictSame([got, body.status, body.scimType, body.schemas], [status, String(status), scimType, [errorSchema]]);
  t.match(body.detail, text);
  t.equal(headers.get('content-type'), 'application/scim+json');
}

t.test('Microsoft Entra ID: connects, provisions, changes, disables, enables and removes a person', async (t) => {
  const { tenant, scim } = await createDirectory(app, admin);
  // The test of the connection looks for a person whom nobody has.
  const nobody = await scim('GET', '/Users', undefined, { filter: `userName eq "${crypto.randomUUID()}"` });
  t.match(nobody, {
    status: 200,
    body: { schemas: [listSchema], totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] },
  });
  const userName = newAddress();
  const created = await scim('POST', '/Users', {
    schemas: [userSchema, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName,
    active: true,
    displayName: 'Ryan Leenay',
    addresses: [],
    emails: [{ primary: true, type: 'work', value: userName }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Ryan Leenay', familyName: 'Leenay', givenName: 'Ryan' },
    phoneNumbers: [],
    roles: [],
    title: null,
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Research' },
  });
  t.equal(created.status, 201, created.text);
  const { id } = created.body;
  const path = `/Users/${id}`;
  t.equal(created.headers.get('location'), created.body.meta.location);
  t.match(created.body, {
    schemas: [userSchema],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName,
    displayName: 'Ryan Leenay',
    name: { formatted: 'Ryan Leenay', familyName: 'Leenay', givenName: 'Ryan' },
    active: true,
    emails: [{ value: userName, type: 'work', primary: true }],
    meta: { resourceType: 'User', location: new RegExp(`/scim/v2${path}$`) },
  });
  const shown = await app.request('GET', `/v1/organization/users/${id}`, { token: tenant.owner.token });
  t.match(shown.body, { email: userName, name: 'Ryan Leenay', role: 'member', email_verified: false });
  for (const filter of [
    `userName eq "${userName.toUpperCase()}"`,
    `externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"`,
    `displayName eq "ryan leenay" and active eq true`,
    `emails.value eq "${userName}"`,
  ]) {
    const found = await scim('GET', '/Users', undefined, { filter });
    t.match(found.body, { totalResults: 1, Resources: [{ id }] }, filter);
  }
  // Entra sends operations with a capital letter, and booleans as text.
  const changed = await scim(
    'PATCH',
    path,
    patch(
      { op: 'Replace', path: 'displayName', value: 'Ryan L.' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: userName },
      { op: 'Add', path: 'name.familyName', value: 'Leenay-Smith' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Sales' },
    ),
  );
  t.match(changed, { status: 200, body: { displayName: 'Ryan L.', name: { familyName: 'Leenay-Smith' } } });
  const off = await scim('PATCH', path, patch({ op: 'Replace', path: 'active', value: 'False' }));
  t.match(off, { status: 200, body: { id, active: false } });
  t.match((await scim('GET', path)).body, { active: false, displayName: 'Ryan L.' });
  t.match((await scim('GET', '/Users', undefined, { filter: `userName eq "${userName}"` })).body, {
    Resources: [{ id, active: false }],
  });
  const gone = await app.request('GET', `/v1/organization/users/${id}`, { token: tenant.owner.token });
  t.equal(gone.status, 404);
  const account = await app.request('GET', `/admin/users/${id}`, { token: admin.token });
  t.match(account.body, { disabled: true, default_organization_id: null });
  const on = await scim('PATCH', path, patch({ op: 'Add', path: 'active', value: 'True' }));
  t.match(on.body, { active: true });
  t.match((await app.request('GET', `/admin/users/${id}`, { token: admin.token })).body, { disabled: false });
  t.equal((await scim('DELETE', path)).status, 204);
  await refused(t, scim('GET', path), 404, undefined, /There is no user/);
  await refused(t, scim('DELETE', path), 404, undefined, /There is no user/);
  // A person who comes back has the same account.
  const again = await scim('POST', '/Users', { schemas: [userSchema], userName, externalId: 'new', active: true });
  t.match(again, { status: 201, body: { id, externalId: 'new', active: true } });
});

t.test('Okta: looks for a person, provisions, replaces, deactivates, activates, and reads all people', async (t) => {
  const { tenant, scim } = await createDirectory(app, admin);
  const userName = newAddress();
  const query = { filter: `userName eq "${userName}"`, startIndex: '1', count: '100' };
  t.match((await scim('GET', '/Users', undefined, query)).body, { totalResults: 0, Resources: [] });
  const person = {
    schemas: [userSchema],
    userName,
    name: { givenName: 'Ada', familyName: 'Lovelace' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: 'Ada Lovelace',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    active: true,
  };
  const { body: created, status } = await scim('POST', '/Users', { ...person, password: '1mz050nq' });
  t.equal(status, 201);
  const path = `/Users/${created.id}`;
  const whole = { ...person, id: created.id, meta: created.meta };
  const replaced = await scim('PUT', path, {
    ...whole,
    name: { givenName: 'Ada', familyName: 'King' },
    displayName: 'Ada King',
  });
  t.match(replaced, { status: 200, body: { id: created.id, displayName: 'Ada King', name: { familyName: 'King' } } });
  // Without a path, the value has the attributes.
  const off = await scim('PATCH', path, patch({ op: 'replace', value: { active: false } }));
  t.match(off, { status: 200, body: { active: false, userName } });
  await refused(t, scim('POST', '/Users', person), 409, 'uniqueness', /is a user of this organization already/);
  t.match((await scim('PATCH', path, patch({ op: 'replace', value: { active: true } }))).body, { active: true });
  t.match((await scim('PUT', path, { ...whole, active: false })).body, { active: false });
  const all = await scim('GET', '/Users', undefined, { startIndex: '1', count: '2' });
  t.match(all.body, { totalResults: 3, startIndex: 1, itemsPerPage: 2 });
  const rest = await scim('GET', '/Users', undefined, { startIndex: '3', count: '2', attributes: 'userName' });
  t.match(rest.body, { totalResults: 3, startIndex: 3, itemsPerPage: 1 });
  const ids = [...all.body.Resources, ...rest.body.Resources].map(({ id }: { id: string }) => id);
  t.same(new Set(ids), new Set([tenant.owner.id, tenant.member.id, created.id]));
  t.same(Object.keys(rest.body.Resources[0]).sort(), ['id', 'schemas', 'userName']);
  const none = await scim('GET', '/Users', undefined, { startIndex: '-5', count: '-1' });
  t.match(none.body, { totalResults: 3, startIndex: 1, itemsPerPage: 0, Resources: [] });
});

t.test('a name that is removed as a whole leaves none of its parts', async (t) => {
  const { scim } = await createDirectory(app, admin);
  const name = { formatted: 'G. Murray', givenName: 'Grace', familyName: 'Murray' };
  const { body } = await scim('POST', '/Users', { userName: newAddress(), name });
  await scim('PATCH', `/Users/${body.id}`, patch({ op: 'remove', path: 'name' }));
  const none = { formatted: null, givenName: null, familyName: null };
  t.strictSame((await scim('GET', `/Users/${body.id}`)).body.name, none);
});

t.test('a person without a display name is named by the parts, and a new name follows them', async (t) => {
  const { scim } = await createDirectory(app, admin);
  const name = { givenName: 'Grace', familyName: 'Murray' };
  const { body } = await scim('POST', '/Users', { userName: newAddress(), name });
  t.equal(body.displayName, 'Grace Murray');
  const changes = patch({ op: 'replace', path: 'name', value: { familyName: 'Hopper' } });
  t.equal((await scim('PATCH', `/Users/${body.id}`, changes)).body.displayName, 'Grace Hopper');
  const cleared = await scim('PATCH', `/Users/${body.id}`, patch({ op: 'remove', path: 'externalId' }));
  t.equal(cleared.body.externalId, undefined);
});

t.test('wrong requests get the errors of RFC 7644, and change nothing', async (t) => {
  const { scim, key } = await createDirectory(app, admin);
  const { body } = await scim('POST', '/Users', { userName: newAddress(), displayName: 'Ada' });
  const path = `/Users/${body.id}`;
  const list = (filter: string) => scim('GET', '/Users', undefined, { filter });
  await refused(t, list('userName co "a"'), 400, 'invalidFilter', /filter/);
  await refused(t, list('title eq "a"'), 400, 'invalidFilter', /cannot be filtered by title/);
  await refused(t, scim('POST', '/Users', { userName: 'no address' }), 400, 'invalidValue', /userName/);
  await refused(t, scim('POST', '/Users', { displayName: 'Ada' }), 400, 'invalidValue', /userName/);
  for (const [operation, scimType, text] of [
    [{ op: 'replace', path: '[', value: 1 }, 'invalidPath', /path/],
    [{ op: 'replace', path: 'emails[type co "work"].value', value: 1 }, 'invalidPath', /path/],
    [{ op: 'remove' }, 'invalidPath', /path/],
    [{ op: 'replace', path: 'userName', value: 'no address' }, 'invalidValue', /address/],
    [{ op: 'remove', path: 'userName' }, 'invalidValue', /address/],
    [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue', /active/],
    [{ op: 'replace', path: 'displayName', value: 'a\u202eb' }, 'invalidValue', /direction/],
    [{ op: 'replace', path: 'displayName', value: ['a'] }, 'invalidValue', /displayName/],
    [{ op: 'replace', value: 'a' }, 'invalidSyntax', /object/],
    [{ op: 'replace', path: 'id', value: 'other' }, 'mutability', /id/],
    [{ op: 'move', path: 'id' }, 'invalidValue', /op/],
  ] as const) {
    const both = patch({ op: 'replace', path: 'displayName', value: 'Changed' }, operation);
    await refused(t, scim('PATCH', path, both), 400, scimType, text);
  }
  t.equal((await scim('GET', path)).body.displayName, 'Ada');
  const send = (options: object, at = path) => app.request('PUT', `/scim/v2${at}`, { token: key, ...options });
  await refused(t, send({ raw: '{', contentType: 'application/scim+json' }), 400, 'invalidSyntax', /JSON/);
  await refused(t, send({ raw: '{}', contentType: 'text/plain' }), 415, undefined, /application\/json/);
  await refused(t, send({ body: { userName: newAddress() } }, '/Users/nobody'), 404, undefined, /no user/);
  await refused(t, send({ body: {} }, '/Nothing'), 404, undefined, /no path/);
  await refused(t, send({ body: {} }, '/Users'), 405, undefined, /not allowed/);
  await refused(t, app.request('GET', '/scim/v2/Users', {}), 401, undefined, /credential/);
});

t.test('the three documents about the server have the form of RFC 7643', async (t) => {
  const { scim } = await createDirectory(app, admin);
  const { body: configuration } = await scim('GET', '/ServiceProviderConfig');
  t.match(configuration, {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 100 },
    authenticationSchemes: [{ type: 'oauthbearertoken' }],
    meta: { location: /\/scim\/v2\/ServiceProviderConfig$/ },
  });
  const { body: types } = await scim('GET', '/ResourceTypes');
  t.match(types, { schemas: [listSchema], Resources: [{ id: 'User', endpoint: '/Users', schema: userSchema }] });
  const { body: schemas } = await scim('GET', '/Schemas');
  t.equal(schemas.totalResults, types.totalResults);
  for (const { schema, meta } of types.Resources) {
    const { body, status } = await scim('GET', `/Schemas/${schema}`);
    t.equal(status, 200);
    t.equal(body.id, schema);
    t.equal(meta.resourceType, 'ResourceType');
    t.equal((await scim('GET', `/ResourceTypes/${body.name}`)).status, 200);
  }
  await refused(t, scim('GET', '/Schemas/urn:nothing'), 404, undefined, /no definition/);
});
