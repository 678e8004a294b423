// Tests `svc contract run --junit`. The parser in this file is as strict as those of CI systems, and allows only what
// the Jenkins schema (junit-10.xsd) allows.

import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { removeFolder } from '../../scripts/fixtures/folders.ts';
import { createCli } from '../harness/cli.ts';
import { startLyingProxy } from '../harness/lying-proxy.ts';
import { startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const svc = await createCli(t, app);
const asAdmin = { env: { SVC_TOKEN: admin.token } };
const folder = await mkdtemp(join(tmpdir(), 'svc-junit-'));
t.teardown(() => removeFolder(folder));

interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

/** For each element: the required attributes, the optional ones, and the allowed children. */
const known: Record<string, { must: string[]; may: string[]; inner: string[] }> = {
  testsuites: { must: [], may: ['name', 'time', 'tests', 'failures', 'errors'], inner: ['testsuite'] },
  testsuite: { must: ['name', 'tests', 'failures', 'errors'], may: ['time', 'skipped'], inner: ['testcase'] },
  testcase: { must: ['name', 'classname'], may: ['time'], inner: ['skipped', 'error', 'failure'] },
  skipped: { must: [], may: ['type', 'message'], inner: [] },
  error: { must: [], may: ['type', 'message'], inner: [] },
  failure: { must: [], may: ['type', 'message'], inner: [] },
};

/** Parses the file as XML. Throws if it is invalid, or contains something that is not in the schema. */
async function read(path: string): Promise<Element> {
  const text = await readFile(path, 'utf8');
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!text.startsWith(declaration)) throw new Error('There is no declaration');
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const body = text.slice(declaration.length);
  const token =
    /<\/([a-z]+)>|<([a-z]+)((?: [a-z]+="(?:[^&<>"\n]|&(?:amp|lt|gt|quot);)*")*)(\/?)>|(?:[^&<>]|&(?:amp|lt|gt|quot);)+/uy;
  while (token.lastIndex < body.length) {
    const at = token.lastIndex;
    const [all, end, start, attributes = '', isEmpty] = token.exec(body) ?? [];
    if (all === undefined) throw new Error(`No XML: ${body.slice(at, at + 200)}`);
    const parent = open.at(-1) as Element;
    if (end !== undefined) {
      if (open.pop()?.name !== end) throw new Error(`</${end}> ends nothing`);
    } else if (start !== undefined) {
      const pairs = [...attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]);
      const element = { name: start, attributes: Object.fromEntries(pairs), children: [], text: '' };
      parent.children.push(element);
      if (isEmpty === '') open.push(element);
    } else parent.text += all;
  }
  const [top, ...others] = root.children;
  if (top?.name !== 'testsuites' || others.length > 0 || open.length > 1) throw new Error('There is no one root');
  check(top);
  return top;
}

function check({ name, attributes, children, text }: Element): void {
  const { must, may, inner } = known[name] ?? { must: [], may: [], inner: [] };
  const names = Object.keys(attributes);
  const isKnown = must.every((one) => names.includes(one)) && names.every((one) => [...must, ...may].includes(one));
  if (!isKnown) throw new Error(`<${name}> has the attributes ${names}`);
  if (children.some((child) => !inner.includes(child.name))) throw new Error(`<${name}> has what is not its own`);
  if (inner.length > 0 && text.trim() !== '') throw new Error(`<${name}> has the text ${text.trim()}`);
  if (attributes.time !== undefined && !/^\d+\.\d{3}$/.test(attributes.time))
    throw new Error(`time=${attributes.time}`);
  children.forEach(check);
}

/** Returns the tests in the element with the outcome. */
function having(element: Element, outcome: string): Element[] {
  if (element.name === 'testcase') return element.children.some(({ name }) => name === outcome) ? [element] : [];
  return element.children.flatMap((child) => having(child, outcome));
}

function sameCounts(t: Test, report: Element): void {
  for (const element of [report, ...report.children]) {
    const { tests, failures, errors } = element.attributes;
    const all = element === report ? report.children.flatMap(({ children }) => children) : element.children;
    t.strictSame(
      [tests, failures, errors],
      [all.length, having(element, 'failure').length, having(element, 'error').length].map(String),
    );
  }
  for (const suite of report.children)
    t.equal(suite.attributes.skipped ?? '0', String(having(suite, 'skipped').length), suite.attributes.name ?? '');
}

function junit(path: string, ...operations: string[]): string[] {
  return ['contract', 'run', '--junit', path, ...operations.flatMap((id) => ['--operation', id])];
}

t.test(
  'the JUnit file has a suite for each operation and a test for each case, besides the usual output',
  async (t) => {
    const path = join(folder, 'passed.xml');
    await writeFile(path, 'of an earlier run, and longer than the new one'.repeat(10_000));
    const { code, stdout, stderr } = await svc.run(junit(path, 'getProject', 'updateMember'), asAdmin);
    t.equal(code, 0, stdout + stderr);
    const report = await read(path);
    sameCounts(t, report);
    t.strictSame(
      report.children.map(({ attributes }) => attributes.name),
      ['getProject', 'updateMember'],
    );
    const skipped = having(report, 'skipped');
    const passed = Number(report.attributes.tests) - skipped.length;
    t.match(stdout, new RegExp(`^${passed} passed, 0 failed, ${skipped.length} skipped$`, 'm'));
    const [first] = report.children[0]?.children ?? [];
    t.match(first?.attributes, { name: /^getProject\//, classname: 'getProject', time: /^\d/ });
    const least = skipped.find(({ attributes }) => attributes.name === 'updateMember/accepted/-/least');
    t.match(least?.children[0]?.attributes.message, /^for lack of account: --account EMAIL/);
  },
);

t.test('a failed case has a reason, and no server response breaks the file or shows a secret', async (t) => {
  const path = join(folder, 'failed.xml');
  const nasty = `]]></failure><b a="1">&x;&#0;\u0000\u0008\u001b[31mred\u202e\ufffe\uffff\ud800 ${admin.token}\nnext`;
  const url = await startLyingProxy(t, app.url, (answer, request) => {
    if (!request.startsWith('GET /v1/organization/projects/') || answer.status !== 200) return;
    answer.body = { id: nasty, [nasty]: 1, value: `a"secret ${'x'.repeat(1000)}` };
  });
  const { code, stdout } = await svc.run([...junit(path, 'getProject', 'listProjects'), '--url', url], asAdmin);
  t.equal(code, 1, stdout);
  const report = await read(path);
  sameCounts(t, report);
  const failed = having(report, 'failure');
  t.match(stdout, new RegExp(`, ${failed.length} failed,`));
  const failures = failed.flatMap(({ children }) => children);
  const failure = failures.find(({ attributes }) => /required/.test(attributes.message ?? ''));
  t.ok(failure, 'the response lacks required members');
  t.match(failure?.attributes.type, /./);
  t.match(
    failure?.text,
    /\n {2}expected {2}.+\n {2}got {7}.+\n(?:.*\n)*curl -i -X GET -H &quot;authorization: Bearer \$TOKEN/,
  );
  const text = await readFile(path, 'utf8');
  t.match(text, /&lt;\/failure&gt;&lt;b a=/);
  t.notMatch(text, /(?!\n)[\p{Cc}\u202e\ufffe\uffff\ufffd]/u);
  t.notOk(text.includes(admin.token), 'the credential of the run is not shown');
  t.notMatch(text, /svc(org|proj|user)_[A-Za-z0-9]{8}/);
});

t.test('a run that exceeds its time limit reports the finished cases, and the others as skipped', async (t) => {
  const path = join(folder, 'time.xml');
  const { code } = await svc.run(['contract', 'run', '--within', '1', '--junit', path], asAdmin);
  t.equal(code, 2);
  const report = await read(path);
  sameCounts(t, report);
  const late = having(report, 'skipped').filter(({ children }) =>
    /time limit of the run/.test(children[0]?.attributes.message ?? ''),
  );
  t.match(having(report, 'error')[0]?.children[0]?.attributes.message, 'the time limit of the run was reached');
  t.ok(late.length > 0 && late.length < Number(report.attributes.tests));
});

t.test('a run that cannot begin writes a report with one error', async (t) => {
  const path = join(folder, 'error.xml');
  const { code, stderr } = await svc.run(junit(path), { env: { SVC_TOKEN: 'svcuser_nobodys' } });
  t.equal(code, 2);
  const report = await read(path);
  sameCounts(t, report);
  const [error] = having(report, 'error');
  t.match(error?.children[0]?.attributes.message, /^the credential is not an admin's/);
  t.match(stderr, /^svc: the credential is not an admin's/);
});

t.test('an unwritable file is reported before the first request', async (t) => {
  const nowhere = { env: { ...asAdmin.env, SVC_URL: 'http://127.0.0.1:1' } };
  for (const [path, line] of [
    [join(folder, 'no/such/report.xml'), /^svc: the report cannot be written to \S+: its folder does not exist\.\n$/],
    [folder, /^svc: the report cannot be written to \S+: the path is a folder; name a file in it\.\n$/],
  ] as const)
    t.match(await svc.run(junit(path), nowhere), { code: 2, stdout: '', stderr: line });
  for (const other of ['--list', '--dry-run'])
    t.match(await svc.run([...junit(join(folder, 'none.xml')), other], nowhere), {
      code: 2,
      stderr: /cannot be used with/,
    });
});
