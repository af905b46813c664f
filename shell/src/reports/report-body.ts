import { RUNTIME_REPORT } from '@solvent/contracts';
import type { RemoteErrorReport, RuntimeReportBody, VitalName } from '@solvent/contracts';
import { findPattern } from '@solvent/federation/manifest';
import type { ChannelDocument } from '@solvent/federation/manifest';
import { findPathOwner } from '../remotes/channel.ts';
import type { Interactions } from './interactions.ts';
import type { RemoteFailure, RemoteJournal } from '../remotes/remote-journal.ts';
import type { RemoteLoader } from '../remotes/remote-loader.ts';

/** The server takes reports of 32 KiB: so long may a stack be, and all of a report together. */
const STACK_MAX = 2000;
const STACKS_MAX = 10_000;

/** Web vitals that the browser has settled. */
export type Vitals = Map<VitalName, number>;

/** What a page has to tell. */
export interface ReportSources {
  channel: ChannelDocument;
  loader: RemoteLoader;
  journal: RemoteJournal;
  vitals: Vitals;
  /** Where traces are kept. */
  interactions?: Interactions | undefined;
  /** Where the visit began. */
  landingPath: string;
  /** By which the page's reports count. */
  token: string | undefined;
}

/** The pattern that an address belongs to: no report holds the address itself, which may name a person's problem. */
function getPathPattern(channel: ChannelDocument, pathname: string): string {
  const ownedPath = findPathOwner(channel, pathname)?.path.path;
  const shellPaths = channel.shell.paths.map((path) => ({ path }));
  return (ownedPath ?? findPattern(shellPaths, pathname)?.path ?? 'not-found').slice(0, RUNTIME_REPORT.pathMax);
}

function getLanding({ channel, loader, landingPath }: ReportSources): RuntimeReportBody['landing'] {
  const owner = findPathOwner(channel, landingPath)?.pin.name;
  const running = owner !== undefined && loader.getLoaded(owner) ? loader.getVersion(owner) : undefined;
  return running && { name: running.build.name, version: running.build.version };
}

const toErrorReport = (
  { pathname: _kept, message, stack, ...error }: RemoteFailure,
  _index: number,
  { length }: readonly RemoteFailure[],
): RemoteErrorReport => ({
  ...error,
  message: message.slice(0, RUNTIME_REPORT.messageMax),
  stack: stack.slice(0, Math.min(STACK_MAX, STACKS_MAX / length)),
});

/** A version that failed at loading or rendering has failed in this page, once; errors of its scripts are another matter. */
const getFailureKey = ({ name, version, kind }: RemoteErrorReport) => `${name}@${version} ${kind === 'script' ? kind : ''}`;

/** Makes the bodies of a page's reports: each holds what none before it held. */
export function createReportBuilder(sources: ReportSources): { next: () => RuntimeReportBody | undefined } {
  const { channel, journal, vitals, interactions, landingPath, token } = sources;
  let reportedLoads = 0;
  let readErrors = 0;
  const reportedFailures = new Set<string>();
  const reportedVitals = new Set<VitalName>();

  function takeNewErrors(): RemoteFailure[] {
    const errors = journal.errors.slice(readErrors).filter((error) => !reportedFailures.has(getFailureKey(error)));
    readErrors = journal.errors.length;
    for (const error of errors) reportedFailures.add(getFailureKey(error));
    return errors.slice(0, RUNTIME_REPORT.errorsMax);
  }

  return {
    next() {
      const parts = journal.loads.slice(reportedLoads, reportedLoads + RUNTIME_REPORT.partsMax);
      const errors = takeNewErrors();
      const settled = [...vitals].filter(([name]) => !reportedVitals.has(name));
      const spans = interactions?.next((pathname) => getPathPattern(channel, pathname)) ?? [];
      if (parts.length + errors.length + settled.length + spans.length === 0) return undefined;
      reportedLoads += parts.length;
      for (const [name] of settled) reportedVitals.add(name);
      const { channel: name, revision, shell } = channel;
      return {
        token,
        channel: name,
        revision,
        shell: shell.version,
        path: getPathPattern(channel, errors[0]?.pathname ?? landingPath),
        landing: getLanding(sources),
        parts: [...parts],
        errors: errors.map(toErrorReport),
        vitals: settled.map(([vital, value]) => ({ name: vital, value })),
        ...(spans.length > 0 ? { spans } : {}),
      };
    },
  };
}
