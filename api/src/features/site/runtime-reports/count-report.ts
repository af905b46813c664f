import type { RuntimeReportBody, VitalName } from '@solvent/contracts';
import type { Metrics } from '../../../platform/metrics/metrics.ts';
import type { PartCount } from './read-report.ts';

/** Counts what a report says in the figures that `GET /metrics` shows. */
export function countReport(
  metrics: Metrics,
  report: RuntimeReportBody,
  counts: readonly PartCount[],
  knows: (name: string, version: string) => boolean,
): void {
  for (const { name: remote, version, source, isLoad, failed } of counts) {
    if (isLoad) metrics.loads.inc({ remote, version, source });
    if (failed) metrics.failures.inc({ remote, version, source });
  }
  for (const { name: remote, version, source, kind } of report.errors) metrics.errors.inc({ remote, version, source, kind });
  const { name: remote, version } = report.landing ?? { name: 'shell', version: report.shell };
  if (!knows(remote, version)) return;
  for (const { name, value } of report.vitals) observe(metrics, { remote, version }, name, value);
}

/** What no page measures (milliseconds; of CLS, which has no unit, less): one such value would spoil a sum for good. */
const VITAL_MAX = 3_600_000;

function observe(metrics: Metrics, part: { remote: string; version: string }, vital: VitalName, value: number): void {
  if (value > VITAL_MAX) return;
  if (vital === 'CLS') metrics.layoutShifts.observe(part, value);
  else metrics.vitals.observe({ ...part, vital }, value / 1000);
}
