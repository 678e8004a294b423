// Registers the counters, gauges and histograms of a room. Labels never carry a name, an id or an address of a tenant.

import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Sets the values of a metric, each time that the metrics are read. */
type Read<Metric> = (metric: Metric) => void | Promise<void>;

/**
 * Returns the functions that register metrics. The processes of one server are shown as one: their counters by
 * `aggregator`, and their gauges by the highest, because they see the same state.
 */
export function metersOf(registry: Registry, aggregator: 'sum' | 'max' = 'sum') {
  const registers = [registry];
  return {
    counter<Label extends string>(
      name: string,
      help: string,
      labelNames: Label[] = [],
      read?: Read<Counter<Label>>,
    ): Counter<Label> {
      return new Counter({ name, help, labelNames, registers, aggregator, ...collecting(read) });
    },
    gauge<Label extends string>(
      name: string,
      help: string,
      labelNames: Label[] = [],
      read?: Read<Gauge<Label>>,
    ): Gauge<Label> {
      return new Gauge({ name, help, labelNames, registers, aggregator: 'max', ...collecting(read) });
    },
    histogram<Label extends string>(
      name: string,
      help: string,
      buckets: number[],
      labelNames: Label[] = [],
    ): Histogram<Label> {
      return new Histogram({ name, help, labelNames, buckets, registers });
    },
  };
}

function collecting<Metric>(read: Read<Metric> | undefined) {
  if (read === undefined) return {};
  return {
    collect(this: Metric): void | Promise<void> {
      return read(this);
    },
  };
}
