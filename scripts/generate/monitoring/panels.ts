// The panels of the Grafana dashboard, one for each metric. The type of the metric determines the query: the rate of a
// counter, quantiles of a histogram, the maximum of a gauge.

export interface Panel {
  title: string;
  metric: string;
  /** The labels of the lines. */
  by?: readonly string[];
  /** Grafana's name of the unit. Only needed if the metric's name does not contain the unit. */
  unit?: string;
}

export const panels: readonly { title: string; panels: readonly Panel[] }[] = [
  {
    title: 'Requests',
    panels: [
      { title: 'Requests by status', metric: 'svc_http_requests_total', by: ['status'], unit: 'reqps' },
      { title: 'Request duration', metric: 'svc_http_request_duration_seconds' },
      { title: 'Failures by operation', metric: 'svc_failures_total', by: ['operation'] },
      { title: 'Refusals by limit', metric: 'svc_limit_refusals_total', by: ['limit'] },
    ],
  },
  {
    title: 'Models',
    panels: [
      { title: 'Calls by upstream and status', metric: 'svc_upstream_calls_total', by: ['upstream', 'status'] },
      { title: 'Time to first token', metric: 'svc_upstream_time_to_first_token_seconds', by: ['upstream'] },
      { title: 'Tokens per second', metric: 'svc_upstream_tokens_total', by: ['upstream', 'direction'] },
      { title: 'Cached input tokens per second', metric: 'svc_upstream_cached_tokens_total', by: ['upstream'] },
      { title: 'Cost per second', metric: 'svc_upstream_cost_usd_total', by: ['upstream'], unit: 'currencyUSD' },
      { title: 'Failed tries', metric: 'svc_upstream_failures_total', by: ['upstream', 'outcome'] },
      { title: 'Open circuit breakers', metric: 'svc_upstream_paused', by: ['upstream', 'part'] },
    ],
  },
  {
    title: 'Webhooks and mail',
    panels: [
      { title: 'Delivery lag', metric: 'svc_webhook_delivery_lag_seconds' },
      { title: 'Attempt duration by outcome', metric: 'svc_webhook_attempt_duration_seconds', by: ['outcome'] },
      { title: 'Age of the longest due delivery', metric: 'svc_webhook_queue_age_seconds' },
      { title: 'Broker confirmation', metric: 'svc_broker_confirm_duration_seconds' },
      { title: 'Unconfirmed broker messages', metric: 'svc_broker_unconfirmed_total' },
      { title: 'Mails by outcome', metric: 'svc_mails_total', by: ['outcome'] },
    ],
  },
  {
    title: 'Jobs and database',
    panels: [
      { title: 'Backlog age by job kind', metric: 'svc_queue_backlog_age_seconds', by: ['kind'] },
      { title: 'Expired leases by job kind', metric: 'svc_queue_lease_expiries_total', by: ['kind'] },
      { title: 'Wait for a database connection', metric: 'svc_database_pool_wait_seconds', by: ['pool'] },
    ],
  },
  {
    title: 'Search cache',
    panels: [
      { title: 'Size of the search cache', metric: 'svc_search_cache_bytes' },
      { title: 'Maximum size of the search cache', metric: 'svc_search_cache_limit_bytes' },
      { title: 'Largest vector store in the cache', metric: 'svc_search_largest_store_bytes' },
      { title: 'Vector stores in the cache', metric: 'svc_search_cache_stores' },
      { title: 'Evicted vector stores', metric: 'svc_search_cache_evictions_total' },
      { title: 'Reads of codes from files', metric: 'svc_search_passes_total' },
    ],
  },
  {
    title: 'Search engines',
    panels: [
      { title: 'Vector stores by search engine', metric: 'svc_collections_stores', by: ['engine'] },
      { title: 'Chunks by search engine', metric: 'svc_collections_chunks', by: ['engine'] },
      { title: 'Vector stores by the state of their index', metric: 'svc_collections_indexes', by: ['state'] },
      { title: 'Progress of the running build', metric: 'svc_collections_index_progress', unit: 'percentunit' },
    ],
  },
  {
    title: 'Process',
    panels: [
      { title: 'CPU', metric: 'process_cpu_seconds_total', by: ['instance'], unit: 'percentunit' },
      { title: 'Resident memory', metric: 'process_resident_memory_bytes' },
      { title: 'Heap in use', metric: 'nodejs_heap_size_used_bytes' },
      { title: 'Event-loop lag, p99', metric: 'nodejs_eventloop_lag_p99_seconds' },
      { title: 'Garbage collection', metric: 'nodejs_gc_duration_seconds', by: ['kind'] },
      { title: 'Open file descriptors', metric: 'process_open_fds' },
    ],
  },
];
