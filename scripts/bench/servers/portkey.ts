// Portkey's gateway, as it comes from npm.

process.argv.push(`--port=${process.env.BENCH_PORT}`, '--headless');
// It refuses to ask loopback addresses otherwise.
process.env.TRUSTED_CUSTOM_HOSTS = '127.0.0.1';
const gateway = '@portkey-ai/gateway/build/start-server.js';
await import(gateway);
