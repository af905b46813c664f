import { RUNTIME_REPORT } from '@solvent/contracts';
import type { RemoteErrorReport, RuntimeReportBody, VitalName } from '@solvent/contracts';
import { findPattern } from '@solvent/federation/manifest';
import type { ChannelDocument } from '@solvent/federation/manifest';
import { ownerOf } from '../remotes/channel.ts';
import type { Interactions } from './interactions.ts';
import type { PartFailure, PartJournal } from '../remotes/part-journal.ts';
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
  journal: PartJournal;
  vitals: Vitals;
  /** Where traces are kept. */
  interactions?: Interactions | undefined;
  /** Where the visit began. */
  landingPath: string;
  /** By which the page's reports count. */
  token: string | undefined;
}

/** The pattern that an address belongs to: no report holds the address itself, which may name a person's problem. */
function patternOf(channel: ChannelDocument, pathname: string): string {
  const owned = ownerOf(channel, pathname)?.path.path;
  const own = channel.shell.paths.map((path) => ({ path }));
  return (owned ?? findPattern(own, pathname)?.path ?? 'not-found').slice(0, RUNTIME_REPORT.pathMax);
}

function landingOf({ channel, loader, landingPath }: ReportSources): RuntimeReportBody['landing'] {
  const owner = ownerOf(channel, landingPath)?.pin.name;
  const running = owner !== undefined && loader.loaded(owner) ? loader.versionOf(owner) : undefined;
  return running && { name: running.build.name, version: running.build.version };
}

const toldError = (
  { pathname: _kept, message, stack, ...error }: PartFailure,
  _index: number,
  { length }: readonly PartFailure[],
): RemoteErrorReport => ({
  ...error,
  message: message.slice(0, RUNTIME_REPORT.messageMax),
  stack: stack.slice(0, Math.min(STACK_MAX, STACKS_MAX / length)),
});

/** A version that failed at loading or rendering has failed in this page, once; errors of its scripts are another matter. */
const failureKey = ({ name, version, kind }: RemoteErrorReport) => `${name}@${version} ${kind === 'script' ? kind : ''}`;

/** Makes the bodies of a page's reports: each holds what none before it held. */
export function reportBodies(sources: ReportSources): { next: () => RuntimeReportBody | undefined } {
  const { channel, journal, vitals, interactions, landingPath, token } = sources;
  let loadsTold = 0;
  let errorsSeen = 0;
  const failuresTold = new Set<string>();
  const vitalsTold = new Set<VitalName>();

  function newErrors(): PartFailure[] {
    const errors = journal.errors.slice(errorsSeen).filter((error) => !failuresTold.has(failureKey(error)));
    errorsSeen = journal.errors.length;
    for (const error of errors) failuresTold.add(failureKey(error));
    return errors.slice(0, RUNTIME_REPORT.errorsMax);
  }

  return {
    next() {
      const parts = journal.loads.slice(loadsTold, loadsTold + RUNTIME_REPORT.remotesMax);
      const errors = newErrors();
      const settled = [...vitals].filter(([name]) => !vitalsTold.has(name));
      const spans = interactions?.next((pathname) => patternOf(channel, pathname)) ?? [];
      if (parts.length + errors.length + settled.length + spans.length === 0) return undefined;
      loadsTold += parts.length;
      for (const [name] of settled) vitalsTold.add(name);
      const { channel: name, revision, shell } = channel;
      return {
        token,
        channel: name,
        revision,
        shell: shell.version,
        path: patternOf(channel, errors[0]?.pathname ?? landingPath),
        landing: landingOf(sources),
        parts: [...parts],
        errors: errors.map(toldError),
        vitals: settled.map(([vital, value]) => ({ name: vital, value })),
        ...(spans.length > 0 ? { spans } : {}),
      };
    },
  };
}
