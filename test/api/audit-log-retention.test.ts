// Tests that old audit entries are removed, and that the rest still passes verification.

import t, { type Test } from 'tap';
import { AuditChain, AuditEntry } from '../../models/audit-entry.ts';
import { nowSeconds } from '../../models/clock.ts';
import { chainEntries, verifyChain } from '../../services/audit/chain.ts';
import { removeEntries } from '../../services/audit/retention.ts';
import { ownSeal } from '../../services/audit/seals.ts';
import type { TestApp } from '../harness/app.ts';
import { createCli } from '../harness/cli.ts';
import { createScope } from '../harness/fixtures.ts';
import { until } from '../harness/process.ts';
import { type Person, startWithAdmin } from '../harness/world.ts';

const daySeconds = 86_400;
const days = 30;
const oldEntries = 700;

const { app, admin } = await startWithAdmin(t, { SVC_RUN_WORKERS: 'false', SVC_AUDIT_RETENTION_DAYS: String(days) });
const { secrets } = app.app.services;
await addOldEntries(oldEntries, 40);
await createScope(app, admin);

/** Adds entries with an age of `daysAgo` days, before all others. */
async function addOldEntries(count: number, daysAgo: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const entry = {
      id: `audit_00${String(index).padStart(24, '0')}`,
      organizationId: null,
      projectId: null,
      type: 'project.created',
      actorKind: 'anyone' as const,
      actorId: null,
      userId: null,
      email: null,
      address: '',
      requestId: '',
      targetId: null,
      details: '{}',
      createdAt: nowSeconds() - daysAgo * daySeconds,
    };
    return { ...entry, ownSeal: ownSeal(secrets, entry), place: null, seal: null };
  });
  await AuditEntry.bulkCreate(rows);
}

/** Returns the problems that a verification finds. */
async function problems(expected?: string): Promise<string[]> {
  return (await verifyChain(secrets, expected)).problems;
}

const cutoff = (): number => nowSeconds() - days * daySeconds;
const young = (await AuditEntry.count()) - oldEntries;
const { seal: headSeal, place: headPlace } = await chainEntries(secrets);
const head = `${headPlace}:${headSeal}`;
const inTheMiddle = async (place: number): Promise<string> =>
  `${place}:${(await AuditEntry.findOne({ where: { place } }))?.seal}`;
const [early, last] = [await inTheMiddle(100), await inTheMiddle(oldEntries)];

t.test('a tampered entry and the entries after it are not removed', async (t) => {
  const place = 650;
  const entry = (await AuditEntry.findOne({ where: { place } })) as AuditEntry;
  await entry.update({ details: '{"changed":true}' });
  await t.rejects(removeEntries(secrets, cutoff()), { message: /^entry 650 of the audit log does not match its seal/ });
  t.equal(await AuditEntry.min('place'), place);
  t.match(await problems(head), [/entry 650 .* was changed/]);
  await entry.update({ details: '{}' });
  t.strictSame(await problems(head), []);
});

t.test('a server removes expired entries, and the rest passes verification', async (t) => {
  await app.app.services.queue.start();
  await until(async () => ((await AuditEntry.min('place')) === oldEntries + 1 ? true : undefined));
  t.match(await verifyChain(secrets, head), { entries: young, removed: oldEntries, head, problems: [] });
  t.strictSame(await problems(last), [], 'the chain begins at the last removed entry');
  t.match(await problems(early), [/^the entries up to 700 were removed .* unknown whether 100:\w+ was one of them$/]);
  t.match(await problems(`${oldEntries}:${'ab'.repeat(32)}`), [/does not contain/]);
  const cli = await createCli(t, app);
  t.match(await cli.run(['audit', 'verify', '--expect', head]), {
    code: 0,
    stdout: new RegExp(
      `^${young} entries after ${oldEntries} that were deleted at the end of their retention, nothing changed`,
    ),
  });
  t.strictSame(await listed(app, admin), young);
});

t.test('without the key, nobody can make entries look expired', async (t) => {
  const mark = (await AuditChain.findOne({ where: { id: 'start' } })) as AuditChain;
  const row = { ...mark.get({ plain: true }) };
  const first = (await AuditEntry.findOne({ where: { place: oldEntries + 1 } })) as AuditEntry;
  const taken = { ...first.get({ plain: true }) };
  await first.destroy();
  t.match(await problems(), [/entries 701 to 701 are missing/]);
  await mark.update({ place: oldEntries + 1, seal: taken.seal as string });
  t.match(await problems(), [/the mark at the start of the chain was changed/]);
  await t.rejects(removeEntries(secrets, nowSeconds() + 1), { message: /^the mark at the start/ });
  await mark.destroy();
  t.match(await problems(), [/entries 1 to 701 are missing/]);
  await AuditChain.create(row);
  await AuditEntry.create(taken);
  t.strictSame(await problems(head), []);
  await AuditEntry.create({ ...taken, id: `${taken.id.slice(0, -4)}ZZZZ`, place: 3 });
  t.match(await problems(), [/has the place of a removed entry/]);
  await AuditEntry.destroy({ where: { place: 3 } });
});

t.test('a log in which all entries have expired continues at its end', async (t: Test) => {
  t.equal(await removeEntries(secrets, nowSeconds() + 1), young);
  t.match(await verifyChain(secrets, head), { entries: 0, removed: headPlace, head, problems: [] });
  t.equal(await removeEntries(secrets, nowSeconds() + 1), 0);
  await createScope(app, admin);
  await chainEntries(secrets);
  const { entries, problems: found } = await verifyChain(secrets, head);
  t.ok(entries > 0);
  t.strictSame(found, []);
});

async function listed({ request }: TestApp, { token }: Person): Promise<number> {
  return (await request('GET', '/admin/audit_log', { token, query: { limit: 100 } })).body.data.length;
}
