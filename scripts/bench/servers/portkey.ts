// Starts Portkey's gateway from its npm package.

process.argv.push(`--port=${process.env.BENCH_PORT}`, '--headless');
// By default the gateway refuses loopback upstreams.
process.env.TRUSTED_CUSTOM_HOSTS = '127.0.0.1';
const gateway = '@portkey-ai/gateway/build/start-server.js';
await import(gateway);
