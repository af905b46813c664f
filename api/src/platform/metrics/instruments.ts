import { Counter, Gauge, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';

export type Instruments = ReturnType<typeof createInstruments>;

/** Creates metrics that a registry exports. */
export function createInstruments(registry: Registry) {
  const registers = [registry];
  return {
    counter: <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    histogram: <Label extends string>(name: string, help: string, buckets: number[], labelNames: readonly Label[] = []) =>
      new Histogram({ name, help, buckets, labelNames, registers }),
    /** @param collect sets the values when they are read */
    gauge: <Label extends string>(
      name: string,
      help: string,
      labelNames: readonly Label[] = [],
      collect: (self: Gauge<Label>) => void | Promise<void> = () => undefined,
    ) =>
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        collect() {
          return collect(this);
        },
      }),
  };
}
