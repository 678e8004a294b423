// Packages that most servers never need, or not at once, are loaded when they are first needed: each would cost every
// idle server ten to thirty megabytes and every start its tenth of a second.

import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** What gives the package `name`, a CommonJS one: it is loaded by the first call. */
export function lazily<Package>(name: string): () => Package {
  let loaded: Package | undefined;
  return () => {
    loaded ??= require(name) as Package;
    return loaded;
  };
}
