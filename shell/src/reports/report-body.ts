import { RUNTIME_REPORT } from '@solvent/contracts';
import type { RemoteErrorReport, RuntimeReportBody, VitalName } from '@solvent/contracts';
import { findPattern } from '@solvent/federation/manifest';
import type { ChannelDocument } from '@solvent/federation/manifest';
import { findPathOwner } from '../remotes/channel.ts';
import type { Interactions } from './interactions.ts';
import type { RemoteFailure, RemoteJournal } from '../remotes/remote-journal.ts';
import type { RemoteLoader } from '../remotes/remote-loader.ts';

/** In characters: the server accepts reports of 32 KiB. */
const STACK_MAX = 2000;
const STACKS_MAX = 10_000;

export type Vitals = Map<VitalName, number>;

export interface ReportSources {
  channel: ChannelDocument;
  loader: RemoteLoader;
  journal: RemoteJournal;
  vitals: Vitals;
  interactions?: Interactions | undefined;
  landingPath: string;
  token: string | undefined;
}

/** Reports contain path patterns only: an address may identify a user's problem. */
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
  { pathname: _pathname, message, stack, ...error }: RemoteFailure,
  _index: number,
  { length }: readonly RemoteFailure[],
): RemoteErrorReport => ({
  ...error,
  message: message.slice(0, RUNTIME_REPORT.messageMax),
  stack: stack.slice(0, Math.min(STACK_MAX, STACKS_MAX / length)),
});

/** A version counts as failed once for loading or rendering, and once for script errors. */
const getFailureKey = ({ name, version, kind }: RemoteErrorReport) => `${name}@${version} ${kind === 'script' ? kind : ''}`;

export function createReportBuilder(sources: ReportSources): { next: () => RuntimeReportBody | undefined } {
  const { channel, journal, vitals, interactions, landingPath, token } = sources;
  let reportedLoads = 0;
  let readErrorCount = 0;
  const reportedFailures = new Set<string>();
  const reportedVitals = new Set<VitalName>();

  function collectNewErrors(): RemoteFailure[] {
    const errors = journal.errors.slice(readErrorCount).filter((error) => !reportedFailures.has(getFailureKey(error)));
    readErrorCount = journal.errors.length;
    for (const error of errors) reportedFailures.add(getFailureKey(error));
    return errors.slice(0, RUNTIME_REPORT.errorsMax);
  }

  return {
    next() {
      const parts = journal.loads.slice(reportedLoads, reportedLoads + RUNTIME_REPORT.remotesMax);
      const errors = collectNewErrors();
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
