import type { PartErrorReport, PartReport, RuntimeReportBody } from '@solvent/contracts';

/** What a report says of one version, of which a page counts once. */
export interface PartCount {
  name: string;
  version: string;
  source: PartReport['source'];
  /** Whether the page asked for it. Else it did so before, and told it then. */
  isLoad: boolean;
  /** Whether it did not load, or failed to render. What its scripts throw later is an error, and no failure. */
  failed: boolean;
}

const titleOf = ({ name, version }: { name: string; version: string }) => `${name}@${version}`;

const isFailure = ({ kind }: PartErrorReport) => kind !== 'script';

/** What a report says of each version, in one order whoever reports: so that two that are stored at once never wait for each other. */
export function countParts({ parts, errors }: RuntimeReportBody): PartCount[] {
  const failed = errors.filter(isFailure);
  const failedTitles = new Set(failed.map(titleOf));
  const loads = parts.map(({ loaded, milliseconds: _unused, ...part }) => ({
    ...part,
    isLoad: true,
    failed: !loaded || failedTitles.has(titleOf(part)),
  }));
  const told = failed.map(({ name, version, source }) => ({ name, version, source, isLoad: false, failed: true }));
  const first = new Map([...loads, ...told].toReversed().map((part) => [titleOf(part), part])); // of several the first stays
  return [...first].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, part]) => part);
}

/** What of a report is about versions that `knows` knows: those that its page may run. Whatever a tester overrides is his own. */
export function believed(report: RuntimeReportBody, knows: (name: string, version: string) => boolean): RuntimeReportBody {
  const isKnown = ({ name, version, source }: PartReport | PartErrorReport) => source !== 'override' && knows(name, version);
  return { ...report, parts: report.parts.filter(isKnown), errors: report.errors.filter(isKnown) };
}
