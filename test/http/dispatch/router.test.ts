// Compares the router with the one of openapi-backend, which it replaces, for random documents with overlapping paths.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Document, OpenAPIRouter } from 'openapi-backend';
import t from 'tap';
import { MalformedPathError, Router } from '../../../http/dispatch/router.ts';

const seed = Number(process.env.FC_SEED ?? Date.now() % 2 ** 31);
t.comment(`FC_SEED=${seed} repeats these requests`);

type Route = [method: string, template: string];

const methods = fc.constantFrom('get', 'post');
const templates = pathsOf('a', 'b', '{x}', '{y}');
const documents = fc.uniqueArray(fc.tuple(methods, templates), {
  minLength: 2,
  maxLength: 12,
  selector: ([method, template]) => `${method} ${template.replaceAll(/\{\w\}/g, '{}')}`,
});

t.test('overlapping paths are resolved as in openapi-backend', async (t) => {
  let several = 0;
  const check = (routes: Route[], method: string, path: string): void => {
    const matching = routes.map(([, template]) => template).filter((template) => matches(template, path));
    // In OpenAPI, two paths are ambiguous if each has a literal where the other has a parameter.
    fc.pre(!matching.some((one) => matching.some((other) => isPreferred(one, other) && isPreferred(other, one))));
    // Unlike there, a path without parameters answers for itself alone.
    fc.pre(!matching.includes(path) || routes.some(([verb, template]) => verb === method && template === path));
    if (matching.length > 1) several += 1;
    assert.deepEqual(ours(routes, method, path), theirs(routes, method, path));
  };
  fc.assert(fc.property(documents, methods, pathsOf('a', 'b', 'c'), check), { seed, numRuns: 5000 });
  t.ok(several > 300, `several paths match ${several} times`);
});

t.test('a path without parameters is not that of a parameter, whatever the method', async (t) => {
  const router = new Router<string>();
  router.add('post', '/a/accept', 'accept');
  router.add('get', '/a/{x}', 'read');
  t.strictSame(router.match('get', '/a/accept'), { found: 'path', methods: ['post'] });
  t.strictSame(router.match('get', '/a/b'), { found: 'route', target: 'read', parameters: { x: 'b' } });
});

t.test('an invalid percent-encoding in a parameter is distinguished from an unknown path', async (t) => {
  const router = new Router<string>();
  router.add('get', '/a/{x}', 'found');
  assert.throws(() => router.match('get', '/a/%zz'), MalformedPathError);
  t.strictSame(router.match('get', '/b/%zz'), { found: 'nothing' });
  t.strictSame(router.match('get', '/a/%C3%A9'), { found: 'route', target: 'found', parameters: { x: 'é' } });
});

t.test('an empty path segment does not match a parameter', async (t) => {
  const router = new Router<string>();
  router.add('get', '/a/{x}', 'found');
  t.strictSame(router.match('get', '/a/'), { found: 'nothing' });
  t.strictSame(router.match('get', '/a//'), { found: 'nothing' });
});

function pathsOf(...segments: string[]): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...segments), { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join('/')}`);
}

/** Returns the matching route, or the status of the refusal. */
function ours(routes: Route[], method: string, path: string): string {
  const router = new Router<string>();
  for (const [verb, template] of routes) router.add(verb, template, `${verb} ${template}`);
  const match = router.match(method, path);
  return match.found === 'route' ? match.target : match.found === 'path' ? '405' : '404';
}

function theirs(routes: Route[], method: string, path: string): string {
  const paths: Record<string, Record<string, { operationId: string }>> = {};
  for (const [verb, template] of routes) {
    paths[template] = { ...paths[template], [verb]: { operationId: `${verb} ${template}` } };
  }
  try {
    const router = new OpenAPIRouter<Document>({ definition: { paths } as unknown as Document });
    return router.matchOperation({ method, path, headers: {} }, true)?.operationId as string;
  } catch (error) {
    return (error as Error).message.slice(0, 3);
  }
}

function matches(template: string, path: string): boolean {
  return new RegExp(`^${template.replaceAll(/\{\w\}/g, '[^/]+')}$`).test(path);
}

/** Returns true if the first path has a literal where the other has a parameter. */
function isPreferred(one: string, other: string): boolean {
  const others = other.split('/');
  return one.split('/').some((part, index) => !part.startsWith('{') && others[index]?.startsWith('{'));
}
