// Finds the operation for a method and a path: one map lookup for a path without parameters, else a walk down a tree of
// segments. The cost does not grow with the number of operations. It replaces openapi-backend's router, which tries
// every path of the document at every request. A differential test compares the two.
//
// If several templates match, the most specific one wins, as in openapi-backend: a literal segment goes before a
// parameter. If the more specific template does not have the method, a less specific one that has it answers; but a path
// without parameters answers for itself alone: GET /v1/invitations/accept is no invitation called "accept".

/** An operation and the names of its path parameters. */
export interface Route<Target> {
  target: Target;
  parameterNames: string[];
}

export type Match<Target> =
  | { found: 'route'; target: Target; parameters: Record<string, string> }
  | { found: 'path'; methods: string[] }
  | { found: 'nothing' };

interface Node<Target> {
  literals: Map<string, Node<Target>>;
  parameter: Node<Target> | undefined;
  routes: Map<string, Route<Target>>;
}

/** Thrown for a path parameter with invalid percent-encoding. */
export class MalformedPathError extends Error {}

export class Router<Target> {
  readonly #static = new Map<string, Map<string, Route<Target>>>();
  readonly #root: Node<Target> = emptyNode();

  /** Adds an operation. `template` is the path in the document, such as `/v1/models/{model}`. */
  add(method: string, template: string, target: Target): void {
    const parameterNames: string[] = [];
    let node = this.#root;
    for (const segment of template.slice(1).split('/')) {
      const name = /^\{(.+)\}$/.exec(segment)?.[1];
      if (name === undefined) {
        node = upsert(node.literals, segment);
      } else {
        parameterNames.push(name);
        node.parameter ??= emptyNode();
        node = node.parameter;
      }
    }
    node.routes.set(method, { target, parameterNames });
    if (parameterNames.length === 0) this.#static.set(template, node.routes);
  }

  /** Finds the operation. Throws a MalformedPathError for a parameter that cannot be decoded. */
  match(method: string, path: string): Match<Target> {
    const exact = this.#static.get(path);
    if (exact !== undefined) {
      const direct = exact.get(method);
      if (direct === undefined) return { found: 'path', methods: [...exact.keys()] };
      return { found: 'route', target: direct.target, parameters: {} };
    }
    const segments = path.slice(1).split('/');
    const values: string[] = [];
    const route = walk(this.#root, segments, 0, method, values);
    if (route !== undefined) return { found: 'route', target: route.target, parameters: decode(route, values) };
    const methods = new Set<string>();
    collectMethods(this.#root, segments, 0, methods);
    return methods.size === 0 ? { found: 'nothing' } : { found: 'path', methods: [...methods] };
  }
}

function walk<Target>(
  node: Node<Target>,
  segments: string[],
  index: number,
  method: string,
  values: string[],
): Route<Target> | undefined {
  if (index === segments.length) return node.routes.get(method);
  const segment = segments[index] as string;
  const literal = node.literals.get(segment);
  if (literal !== undefined) {
    const route = walk(literal, segments, index + 1, method, values);
    if (route !== undefined) return route;
  }
  if (node.parameter === undefined || segment === '') return undefined;
  values.push(segment);
  const route = walk(node.parameter, segments, index + 1, method, values);
  if (route === undefined) values.pop();
  return route;
}

function collectMethods<Target>(node: Node<Target>, segments: string[], index: number, methods: Set<string>): void {
  if (index === segments.length) {
    for (const method of node.routes.keys()) methods.add(method);
    return;
  }
  const segment = segments[index] as string;
  const literal = node.literals.get(segment);
  if (literal !== undefined) collectMethods(literal, segments, index + 1, methods);
  if (node.parameter !== undefined && segment !== '') collectMethods(node.parameter, segments, index + 1, methods);
}

function decode<Target>(route: Route<Target>, values: string[]): Record<string, string> {
  const parameters: Record<string, string> = {};
  const { parameterNames } = route;
  for (let index = 0; index < parameterNames.length; index += 1) {
    const raw = values[index] as string;
    try {
      parameters[parameterNames[index] as string] = raw.includes('%') ? decodeURIComponent(raw) : raw;
    } catch (error) {
      throw new MalformedPathError('The path is not valid percent-encoding', { cause: error });
    }
  }
  return parameters;
}

function upsert<Target>(nodes: Map<string, Node<Target>>, segment: string): Node<Target> {
  let node = nodes.get(segment);
  if (node === undefined) {
    node = emptyNode();
    nodes.set(segment, node);
  }
  return node;
}

function emptyNode<Target>(): Node<Target> {
  return { literals: new Map(), parameter: undefined, routes: new Map() };
}
