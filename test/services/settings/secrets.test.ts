// Tests the encryption of values in the database, and the required strength of the key.

import { createCipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import t from 'tap';
import { Project } from '../../../models/project.ts';
import { weaknessOf } from '../../../services/settings/key-strength.ts';
import { type SealedPlace, secretsUnder } from '../../../services/settings/secrets.ts';
import { cachedDecryption, secretPlace } from '../../../services/webhooks/secret.ts';
import { startApp } from '../../harness/app.ts';
import { createTenant, signUp } from '../../harness/world.ts';

const secrets = secretsUnder('a key');
const place: SealedPlace = { table: 'projects', column: 'webhook_secret', row: 'proj_1' };

t.test('an encrypted value can only be decrypted in its own table, column and row', async (t) => {
  const sealed = secrets.seal('whsec_text', place);
  t.equal(secrets.open(sealed, place), 'whsec_text');
  t.not(secrets.seal('whsec_text', place), sealed, 'each encryption has its own salt and initialization vector');
  const others = [
    { ...place, table: 'settings' },
    { ...place, column: 'webhook_old_secret' },
    { ...place, row: 'proj_2' },
  ];
  for (const other of others) t.throws(() => secrets.open(sealed, other), JSON.stringify(other));
  t.throws(() => secretsUnder('another key').open(sealed, place));
  const bytes = Buffer.from(sealed.slice(3), 'base64');
  for (const at of [0, 20, 30, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    t.throws(() => secrets.open(`v2:${changed.toString('base64')}`, place), `byte ${at}`);
  }
  t.throws(() => secrets.open(`v1:${sealed.slice(3)}`, place), 'nor as a value of the first version');
  const cached = cachedDecryption(secrets);
  t.equal(cached.open(sealed, place), 'whsec_text');
  t.throws(() => cached.open(sealed, secretPlace('proj_2', 'webhook_secret')), 'nor from memory');
});

t.test('a value of the first format version can be decrypted', async (t) => {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', createHash('sha256').update('a key').digest(), iv);
  const sealed = Buffer.concat([iv, cipher.update('an old text', 'utf8'), cipher.final(), cipher.getAuthTag()]);
  t.equal(secrets.open(`v1:${sealed.toString('base64')}`, place), 'an old text');
});

t.test('a webhook secret that was moved to another project or column cannot be decrypted', async (t) => {
  const app = await startApp(t);
  const { organizationKey, project, sibling } = await createTenant(app, await signUp(app, { isAdmin: true }));
  const update = (id: string, body: unknown) =>
    app.request('POST', `/v1/organization/projects/${id}`, { token: organizationKey, body });
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  for (const { id } of [project, sibling]) {
    const webhook = { webhook_url: 'https://hooks.example.com/', webhook_secret: secret };
    t.equal((await update(id, webhook)).status, 200);
  }
  const next = { webhook_secret: `whsec_${randomBytes(32).toString('base64')}`, keep_old_webhook_secret: true };
  t.equal((await update(project.id, next)).status, 200);
  const [row, other] = [await Project.findByPk(project.id), await Project.findByPk(sibling.id)];
  const { secrets: own } = app.app.services;
  t.equal(own.open(row?.webhookOldSecret ?? '', secretPlace(project.id, 'webhook_old_secret')), secret);
  t.equal(own.open(row?.webhookSecret ?? '', secretPlace(project.id, 'webhook_secret')), next.webhook_secret);
  t.throws(() => own.open(row?.webhookOldSecret ?? '', secretPlace(project.id, 'webhook_secret')));
  t.throws(() => own.open(other?.webhookSecret ?? '', secretPlace(project.id, 'webhook_secret')));
});

t.test('keys that people invent are too weak, and keys of common generators are not', async (t) => {
  const weak = [
    'a',
    'a'.repeat(64),
    'password'.repeat(5),
    'password'.repeat(8),
    '12345678901234567890123456789012',
    '0123456789abcdef0123456789abcdef',
    'abcdefghijklmnopqrstuvwxyz0123456789',
    'changeme-changeme-changeme-changeme',
    'correct horse battery staple and more words',
    'The quick brown fox jumps over the lazy dog',
    'my-secret-key-for-production-2024-svc',
    randomBytes(12).toString('base64'),
  ];
  for (const key of weak) t.ok(weaknessOf(key), key);
  for (let time = 0; time < 300; time += 1) {
    const strong = [
      randomBytes(32).toString('base64'),
      randomBytes(32).toString('base64url'),
      randomBytes(32).toString('hex'),
      `${randomUUID()}${randomUUID()}`,
    ];
    for (const key of strong) if (weaknessOf(key) !== undefined) t.fail(`${key}: ${weaknessOf(key)}`);
  }
});
