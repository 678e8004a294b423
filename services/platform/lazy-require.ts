// Loads heavy optional packages on first use: each adds 10-30 MB of memory and about 100 ms to every start.

import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Returns a function whose first call loads the CommonJS package `name`. */
export function lazyRequire<Package>(name: string): () => Package {
  let loaded: Package | undefined;
  return () => {
    loaded ??= require(name) as Package;
    return loaded;
  };
}
