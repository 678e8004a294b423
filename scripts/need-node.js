// Refuses a version of Node that is too old. Loaded before any other module, and in plain JavaScript: an old Node cannot
// run TypeScript.
import { homedir } from 'node:os';

const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(
    `svc needs Node 24 or newer; this is Node ${process.versions.node}. Get it from https://nodejs.org/en/download (in a clone on Linux x64, "npm ci" installs it).`,
  );
  process.exit(1);
}

// Node's compile cache keeps the compiled code of TypeScript files for the next start. It must be enabled before the first
// TypeScript file is imported. Otherwise Node loads its TypeScript parser, which takes 20 MB until the process ends.
const { enableCompileCache } = await import('node:module');
enableCompileCache();

// Sets a home folder for a user id without an entry in /etc/passwd, as in containers. Otherwise os.homedir() throws in the
// libraries that call it. Debian uses /nonexistent for such users: no process can write there by accident.
try {
  homedir();
} catch {
  process.env.HOME = '/nonexistent';
}
