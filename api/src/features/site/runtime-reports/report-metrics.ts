import type { RemoteReport, RuntimeReportBody } from '@solvent/contracts';
import { Counter, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';

export interface RemoteCount {
  name: string;
  version: string;
  source: RemoteReport['source'];
  /** Whether the report includes its load, which a page reports once. */
  isLoad: boolean;
  /** Whether it failed to load or to render. Later errors of its scripts are no failures. */
  failed: boolean;
}

const LABELS = ['remote', 'version'] as const;

/** Around the thresholds of LCP (2.5 and 4), FCP (1.8 and 3), TTFB (0.8 and 1.8) and INP (0.2 and 0.5). */
const VITAL_BUCKETS = [0.1, 0.2, 0.5, 0.8, 1.8, 2.5, 3, 4, 10];

/** Around the thresholds of CLS: 0.1 and 0.25. */
const SHIFT_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1];

/** Larger values (ms; CLS has no unit) are forged, and would distort the metrics. */
const MAX_VITAL = 3_600_000;

/** @returns records a report */
export function createReportMetrics(registers: Registry[]) {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `solvent_remote_${name}_total`, help, labelNames: [...LABELS, ...labelNames], registers });
  const loads = counter('loads', 'Page loads that requested a version of a remote.', ['source']);
  const failures = counter('failures', 'Page loads in which a version of a remote did not load, or failed to render.', [
    'source',
  ]);
  const errors = counter('errors', 'Errors of a version of a remote in browsers.', ['source', 'kind']);
  const vitals = new Histogram({
    name: 'solvent_web_vital_seconds',
    help: 'Web vitals of visits by the remote that owns the page they began with.',
    labelNames: [...LABELS, 'vital'],
    buckets: VITAL_BUCKETS,
    registers,
  });
  const layoutShifts = new Histogram({
    name: 'solvent_web_layout_shift',
    help: 'Cumulative layout shift of visits by the remote that owns the page they began with.',
    labelNames: LABELS,
    buckets: SHIFT_BUCKETS,
    registers,
  });

  return (
    report: RuntimeReportBody,
    counts: readonly RemoteCount[],
    isKnown: (name: string, version: string) => boolean,
  ): void => {
    for (const { name: remote, version, source, isLoad, failed } of counts) {
      if (isLoad) loads.inc({ remote, version, source });
      if (failed) failures.inc({ remote, version, source });
    }
    for (const { name: remote, version, source, kind } of report.errors) errors.inc({ remote, version, source, kind });
    const { name: remote, version } = report.landing ?? { name: 'shell', version: report.shell };
    if (!isKnown(remote, version)) return;
    for (const { name: vital, value } of report.vitals.filter((measured) => measured.value <= MAX_VITAL)) {
      if (vital === 'CLS') layoutShifts.observe({ remote, version }, value);
      else vitals.observe({ remote, version, vital }, value / 1000);
    }
  };
}
