import type { RemoteErrorReport, RemoteReport, RuntimeReportBody } from '@solvent/contracts';
import { changeChannel } from '@solvent/releases';
import { parsePageConfig } from './page-settings.ts';
import { releasesInFolder } from './releases.ts';
import type { TestReleases } from './releases.ts';
import { buildRemoteJson } from './site.ts';
import type { TestApp } from './test-app.ts';

export const LIVE = '1.0.0-live';
export const CANARY = '1.1.0-canary';

/** Creates a store with a live shell, a live toolbox and a canary version of it. */
export async function releasesWithCanary(): Promise<TestReleases> {
  const releases = await releasesInFolder();
  const shell = { name: 'shell' as const, version: '1.0.0-shell', contract: '1.0.0', paths: ['/'] };
  await releases.release('shell', '1.0.0-shell', ['main.1a1a1a1a1a.js'], { shell });
  for (const version of [LIVE, CANARY]) {
    await releases.release('toolbox', version, ['main.1a1a1a1a1a.js'], { remote: buildRemoteJson(version) });
  }
  const pins = [
    { name: 'shell', version: '1.0.0-shell' },
    { name: 'toolbox', version: LIVE },
  ];
  await changeChannel(releases.store, 'production', pins, { who: 'ada', why: '' });
  return releases;
}

/** Loads a page. @returns its report token */
export async function openPage({ app }: TestApp, remoteAddress = '127.0.0.1', url = '/toolbox'): Promise<string | undefined> {
  return parsePageConfig((await app.inject({ url, remoteAddress })).body).reportToken;
}

export const buildRemoteReport = (version: string, more: Partial<RemoteReport> = {}): RemoteReport => ({
  name: 'toolbox',
  version,
  source: version === CANARY ? 'candidate' : 'live',
  loaded: true,
  milliseconds: 80,
  ...more,
});

export const buildErrorReport = (version: string, more: Partial<RemoteErrorReport> = {}): RemoteErrorReport => ({
  name: 'toolbox',
  version,
  source: version === CANARY ? 'candidate' : 'live',
  kind: 'render',
  message: 'x is undefined',
  stack: 'at Page',
  ...more,
});

export const buildReport = (more: Partial<RuntimeReportBody> = {}): RuntimeReportBody => ({
  channel: 'production',
  revision: 1,
  shell: '1.0.0-shell',
  path: '/toolbox',
  parts: [],
  errors: [],
  vitals: [],
  ...more,
});
