// Loaded into each test file's process by .taprc. tap loads itself into every process that a test starts, by variables
// that it adds to the environment, whatever the environment was to be. What a server starts would then not be what an
// operator gets: readers of hostile files, for one, have an empty environment and may not do what tap does. So children
// get the environment that was asked for.

import processOnSpawn from 'process-on-spawn';

// Listeners run within the call that starts the child, in their order: tap's, loaded before, is between these two.
let wanted: NodeJS.ProcessEnv = {};
processOnSpawn.prependListener((child) => {
  wanted = child.env;
});
processOnSpawn.addListener((child) => {
  child.env = wanted;
});
