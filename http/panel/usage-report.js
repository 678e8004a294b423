// Loads the usage report and converts it: for each time span, the usage of each group.

/** @import { OrganizationContext, Schemas } from './types.ts' */

/** @typedef {'model' | 'project_id'} Group */
/** @typedef {Pick<Schemas['RequestsUsage'], Group>} Members */

/**
 * @typedef {object} Span
 * @property {number} start Unix seconds.
 * @property {Map<string, number>} amounts by the group's id; the empty one stands for what belongs to none.
 */

/** @typedef {{ width: '1h' | '1d', buckets: number, text: string }} Window */

/** @type {Record<string, Window>} */
export const windows = {
  day: { width: '1h', buckets: 24, text: 'last 24 hours' },
  week: { width: '1d', buckets: 7, text: 'last 7 days' },
  month: { width: '1d', buckets: 30, text: 'last 30 days' },
};

/**
 * @typedef {object} Measure
 * @property {string} text
 * @property {'money'} [unit] left out: a count, or of a level bytes.
 * @property {boolean} isLevel whether it is a height that is looked at, and not a sum.
 * @property {boolean} hasModel whether models use it.
 * @property {string} empty what there is to do where nothing was used.
 * @property {(context: OrganizationContext, query: Query) => Promise<Spans>} load
 */

/** @typedef {{ start_time: number, bucket_width: '1h' | '1d', limit: number, group_by?: Group[] }} Query */
/** @typedef {{ start_time: number, amounts: [Members, number][] }[]} Spans */

const callsEmpty = 'Calls of models with a project key appear here within a minute.';

/** @type {Record<string, Measure>} */
export const measures = {
  tokens: {
    text: 'tokens',
    isLevel: false,
    hasModel: true,
    empty: callsEmpty,
    load: async ({ api }, query) =>
      spans(
        await api.get('/v1/organization/usage/completions', { query }),
        (one) => one.input_tokens + one.output_tokens,
      ),
  },
  calls: {
    text: 'model calls',
    isLevel: false,
    hasModel: true,
    empty: callsEmpty,
    load: async ({ api }, query) =>
      spans(await api.get('/v1/organization/usage/completions', { query }), (one) => one.num_model_requests),
  },
  embeddings: {
    text: 'embedding tokens',
    isLevel: false,
    hasModel: true,
    empty: callsEmpty,
    load: async ({ api }, query) =>
      spans(await api.get('/v1/organization/usage/embeddings', { query }), (one) => one.input_tokens),
  },
  costs: {
    text: 'costs',
    unit: 'money',
    isLevel: false,
    hasModel: true,
    empty: 'Costs appear after an admin has set prices for the models of an upstream.',
    load: async ({ api }, { group_by: groups, ...window }) => {
      const query = { ...window, ...(groups === undefined ? {} : { group_by: groups.map(asCostGroup) }) };
      const { data } = await api.get('/v1/organization/costs', { query });
      const results = data.map(({ results, ...bucket }) => ({
        ...bucket,
        results: results.map(({ line_item: model, ...result }) => ({ ...result, model })),
      }));
      return spans({ data: results }, ({ amount }) => amount.value);
    },
  },
  requests: {
    text: 'all requests',
    isLevel: false,
    hasModel: false,
    empty: 'Requests with a project key appear here within a minute.',
    load: async ({ api }, query) =>
      spans(await api.get('/v1/organization/usage/requests', { query }), (one) => one.num_requests),
  },
  stores: {
    text: 'vector store bytes',
    isLevel: true,
    hasModel: false,
    empty: 'Add files to a vector store. Their size is sampled once an hour.',
    load: async ({ api }, query) =>
      spans(await api.get('/v1/organization/usage/vector_stores', { query }), (one) => one.usage_bytes),
  },
  files: {
    text: 'file bytes',
    isLevel: true,
    hasModel: false,
    empty: 'Upload files. Their size is sampled once an hour.',
    load: async ({ api }, query) =>
      spans(await api.get('/v1/organization/usage/files', { query }), (one) => one.usage_bytes),
  },
};

/**
 * Returns the usage in the window that ends now, divided into spans of one length.
 * @param {OrganizationContext} context
 * @param {Measure} measure
 * @param {Window} window
 * @param {Group | undefined} group
 * @returns {Promise<Span[]>}
 */
export async function usage(context, measure, { width, buckets }, group) {
  const lengthSeconds = width === '1h' ? 3600 : 86_400;
  const now = Math.floor(Date.now() / 1000);
  const start = now - (now % lengthSeconds) - (buckets - 1) * lengthSeconds;
  const data = await measure.load(context, {
    start_time: start,
    bucket_width: width,
    limit: buckets,
    ...(group === undefined ? {} : { group_by: [group] }),
  });
  return data.map(({ start_time: at, amounts }) => ({
    start: at,
    amounts: new Map(amounts.map(([members, amount]) => [(group && members[group]) ?? '', amount])),
  }));
}

/** @param {Group} group */
function asCostGroup(group) {
  return group === 'model' ? /** @type {const} */ ('line_item') : group;
}

/**
 * @template {Members} Result
 * @param {{ data: { start_time: number, results: Result[] }[] }} page
 * @param {(result: Result) => number} amount
 * @returns {Spans}
 */
function spans({ data }, amount) {
  return data.map(({ start_time: start, results }) => ({
    start_time: start,
    amounts: results.map((result) => [result, amount(result)]),
  }));
}

/**
 * Returns the total of each group, the largest first: the sum, or the maximum for a level such as stored bytes.
 * @param {Span[]} report
 * @param {boolean} isLevel
 * @returns {[group: string, amount: number][]}
 */
export function totals(report, isLevel) {
  /** @type {Map<string, number>} */
  const all = new Map();
  for (const { amounts } of report) {
    for (const [group, amount] of amounts) {
      const before = all.get(group) ?? 0;
      all.set(group, isLevel ? Math.max(before, amount) : before + amount);
    }
  }
  return [...all].filter(([, amount]) => amount > 0).sort((one, other) => other[1] - one[1]);
}
