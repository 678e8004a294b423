// Loaded before any other module: plain JavaScript, so that an old Node can run it and say what is wrong.
import { homedir } from 'node:os';

const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(
    `svc needs Node 24 or newer; this is Node ${process.versions.node}. Get it from https://nodejs.org/en/download (in a clone on Linux x64, "npm ci" brings it along).`,
  );
  process.exit(1);
}

// What Node stripped of types and compiled once, the next start takes from its cache. It must be on before the first
// TypeScript file: else the stripper itself is loaded, which costs a server 20 MB for as long as it lives.
const { enableCompileCache } = await import('node:module');
enableCompileCache();

// A user id without an entry in /etc/passwd, as containers use, has no home, and Node throws where a library asks for it.
// /nonexistent is the home that Debian gives to such users: nothing can be written there by accident.
try {
  homedir();
} catch {
  process.env.HOME = '/nonexistent';
}
