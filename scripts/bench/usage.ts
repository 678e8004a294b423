// Loaded into every measured server before its own code: tells the benchmark, on request, what the process has used.

export interface Usage {
  /** CPU time of all threads since the start, user and system, in microseconds. */
  cpuMicros: number;
  rssBytes: number;
}

process.on('message', (message) => {
  if (message !== 'usage') return;
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicros: user + system, rssBytes: process.memoryUsage.rss() } satisfies Usage);
});
// A benchmark that was killed leaves no servers behind.
process.once('disconnect', () => process.exit());
