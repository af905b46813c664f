import type { PartErrorReport, PartReport, RuntimeReportBody } from '@solvent/contracts';

/** What pages told is remembered of so many: of the last ones, by a process that counts for itself alone. */
const PAGES = 10_000;

const versionOf = ({ name, version }: PartReport | PartErrorReport) => `${name}@${version}`;

/** A version fails to load or to render once in a page, whatever it says of it; errors of its scripts are another matter. */
const errorKey = (error: PartErrorReport) => `${versionOf(error)} ${error.kind === 'script' ? 'script' : 'failure'}`;

/**
 * Makes what takes out of a page's report all that the page told before, as an honest one does by itself: a page counts once
 * for a version.
 */
export function firstTold(): (page: string, report: RuntimeReportBody) => RuntimeReportBody {
  const toldBy = new Map<string, Set<string>>(); // the oldest first
  return (page, report) => {
    const told = toldBy.get(page) ?? new Set();
    const parts = report.parts.filter((part) => !told.has(versionOf(part)));
    const errors = report.errors.filter((error) => !told.has(errorKey(error)));
    const vitals = report.vitals.filter(({ name }) => !told.has(name));
    toldBy.set(page, new Set([...told, ...parts.map(versionOf), ...errors.map(errorKey), ...vitals.map(({ name }) => name)]));
    const [oldest] = toldBy.keys();
    if (toldBy.size > PAGES && oldest !== undefined) toldBy.delete(oldest);
    return { ...report, parts, errors, vitals };
  };
}
