// The search in /docs over the entries of the index, which stand below in the generated file.

/** Words that say nothing about the subject. */
const fillers = new Set(
  'a an and are at by can do does for from how i in is it my of on or the to use with'.split(' '),
);

/** Words of the field that mean the same here. */
const synonyms = [
  'sdk client library',
  'generate generator generated',
  'docker container image podman compose',
  'helm kubernetes k8s chart kubectl',
  'install deploy deploying setup',
  'forgot forgotten lost reset',
  'login signin sign',
  'delete remove deletion',
  'create add make new',
  'key token credential',
  'limit quota throttle',
  'price cost billing spend budget',
  'rag search retrieval',
  'mysql mariadb',
  'postgres postgresql pgvector',
  'backup dump restore',
  'upgrade migrate migration update',
  'tls https certificate proxy',
  'metrics prometheus grafana monitoring',
  'traces tracing opentelemetry otel',
  'webhook callback hook',
  'user member person people account',
  'organization tenant team workspace',
  'config configuration setting settings environment',
  'failover availability cluster replication',
  'stream streaming sse',
  'cli terminal command',
  'email mail smtp',
  'model llm upstream provider',
  'chat completion answer',
].map((line) => line.split(' '));

/** @typedef {{ title: string, kind: string, url: string, text: string }} Entry */

/**
 * Returns the entries that have every word of the query or a word of the same meaning, the best first. Without such
 * entries: those with the most words.
 * @param {Entry[]} all
 * @param {string} query
 */
export function search(all, query) {
  const words = query
    .toLowerCase()
    .split(/[\s,?!]+/)
    .filter(Boolean);
  const telling = words.filter((word) => !fillers.has(word));
  const wanted = (telling.length === 0 ? words : telling).map(meaningsOf);
  const rated = all.map((entry) => ({ entry, ...ratingOf(entry, wanted) }));
  const most = Math.max(0, ...rated.map(({ found }) => found));
  return rated
    .filter(({ found }) => found > 0 && found === most)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

/** @param {string} word */
function meaningsOf(word) {
  const others = synonyms.filter((group) => group.includes(word) || group.includes(stemOf(word))).flat();
  return { word: stemOf(word), others: others.filter((other) => other !== word) };
}

/**
 * Returns a word without an ending of the plural.
 * @param {string} word
 */
function stemOf(word) {
  return word.length > 4 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

/**
 * @param {Entry} entry
 * @param {ReturnType<typeof meaningsOf>[]} wanted
 */
function ratingOf({ title, kind, text }, wanted) {
  const [name, rest] = [title.toLowerCase(), text.toLowerCase()];
  const scores = wanted.map(({ word, others }) =>
    Math.max(scoreOf(word, name, rest), ...others.map((other) => scoreOf(other, name, rest) / 2)),
  );
  const sum = scores.reduce((before, score) => before + score, 0);
  const isGuide = kind.startsWith('Guide');
  return { found: scores.filter((score) => score > 0).length, score: sum + (isGuide ? 6 : 0) };
}

/**
 * A word in the title counts more than one in the text, and a beginning more than a part of a word.
 * @param {string} word
 * @param {string} name
 * @param {string} rest
 */
function scoreOf(word, name, rest) {
  if (name.startsWith(word)) return 12;
  if (hasWord(name, word)) return 10;
  if (name.includes(word)) return 6;
  if (hasWord(rest, word)) return 3;
  return rest.includes(word) ? 1 : 0;
}

/**
 * @param {string} text
 * @param {string} word
 * @returns {boolean}
 */
function hasWord(text, word) {
  const at = text.indexOf(word);
  return at === 0 || (at > 0 && (/[^a-z0-9]/.test(text[at - 1] ?? '') || hasWord(text.slice(at + 1), word)));
}
