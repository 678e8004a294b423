// The contract cases are generated from the spec, so a changed number in the spec also changes the expectations. This
// file repeats the numbers of the interface by hand.

import t from 'tap';
import { document } from '../../scripts/contract/answers.ts';

interface Bounds {
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxProperties?: number;
  maxItems?: number;
  default?: unknown;
  description?: string | RegExp;
}

interface Node extends Bounds {
  properties?: Record<string, Bounds & { anyOf?: Bounds[] }>;
  propertyNames?: Bounds;
}

const schemas = document.components.schemas as Record<string, Node>;

/** Returns the bounds of a member, also of one that may be null. */
function member(schema: string, name: string): Bounds {
  const { anyOf: [only] = [], ...beside } = schemas[schema]?.properties?.[name] ?? {};
  return { ...beside, ...only };
}

const promised: [what: string, found: Bounds | undefined, bounds: Bounds][] = [
  ['a name', schemas.Name, { minLength: 1, maxLength: 255 }],
  ['the name of a vector store', schemas.VectorStoreName, { maxLength: 255 }],
  ['a new password', schemas.NewPassword, { minLength: 12, maxLength: 128 }],
  ['the pairs of metadata', schemas.Metadata, { maxProperties: 16 }],
  ['a key of metadata', schemas.Metadata?.propertyNames, { minLength: 1, maxLength: 64 }],
  ['a text in metadata', schemas.MetadataText, { maxLength: 512 }],
  [
    'days until expiry',
    member('ExpirationPolicyRequest', 'days'),
    { minimum: 1, maximum: 36500, description: /The default is `36500`\.$/ },
  ],
  [
    'tokens in a chunk',
    member('StaticChunkingRequest', 'max_chunk_size_tokens'),
    { minimum: 100, maximum: 4096, description: /The default is `800`\.$/ },
  ],
  ['tokens that chunks share', member('StaticChunkingRequest', 'chunk_overlap_tokens'), { minimum: 0, maximum: 2048 }],
];

for (const [what, found, bounds] of promised) {
  t.match(found, bounds, `${what}: ${JSON.stringify(bounds)}`);
}

/** Lists with other pages: larger ones as in the APIs of OpenAI and Anthropic, and reports with a row for each day. */
const otherPages = new Map([
  ['/v1/messages/models', { maximum: 1000, default: 20 }],
  ['/v1/files', { maximum: 10_000, default: 10_000 }],
  ['/v1/organization/projects/{project_id}/rate_limits', { maximum: 100, default: 100 }],
  ['/v1/organization/usage/completions/latency', { maximum: 31, default: 7 }],
]);

t.test('a page has 20 rows by default, and 1 to 100 on request', async (t) => {
  const limits = Object.entries(document.paths).flatMap(([path, item]) =>
    (item.get?.parameters ?? [])
      .filter((parameter) => 'name' in parameter && parameter.name === 'limit')
      .map((parameter) => ({ path, schema: (parameter as { schema: Bounds }).schema })),
  );
  t.ok(limits.length > 0, 'the document has lists');
  for (const { path, schema } of limits) {
    t.match(schema, { minimum: 1, ...(otherPages.get(path) ?? { maximum: 100, default: 20 }) }, path);
  }
});
