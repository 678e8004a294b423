// Loaded before any other module: plain JavaScript, so that an old Node can run it and say what is wrong.
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
