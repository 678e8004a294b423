await import('./services/vectors/search-thread.ts'); process.exit()
