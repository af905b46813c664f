import type { LightMyRequestResponse } from 'fastify';
import type { OverrideRules, RemoteJson } from '@solvent/federation/manifest';
import { releasesInFolder } from './releases.ts';
import type { TestReleases } from './releases.ts';
import { createTestApp } from './test-app.ts';
import type { TestApp, TestAppOptions } from './test-app.ts';

export const VERSIONS = { shell: '1.0.0-aa', toolbox: '1.0.0-bb' };

export const buildRemotePage = (path: string) => ({
  path,
  page: 'x',
  title: 'A page',
  tabs: true,
  session: false,
  preload: 'no' as const,
});

export const buildRemoteJson = (version: string, more: Partial<RemoteJson> = {}): RemoteJson => ({
  name: 'toolbox',
  version,
  contract: '^1.0.0',
  paths: [buildRemotePage('/toolbox')],
  slots: [],
  searches: [],
  ...more,
});

/** A canary of the toolbox in a channel. */
export const buildCanary = (version: string, percent: number, more: Partial<RemoteJson> = {}) => ({
  ...buildRemoteJson(version, more),
  entry: '/remotes/toolbox/files/remoteEntry.2b2b2b2b2b.js',
  integrity: 'sha256-x',
  percent,
});

export interface TestSite {
  releases: TestReleases;
  test: TestApp;
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

/** @param changes `files` of the shell besides its entry */
export async function openSite(
  changes: TestAppOptions & { files?: string[]; overrides?: OverrideRules } = {},
): Promise<TestSite> {
  const { files = [], overrides, ...others } = changes;
  const releases = await releasesInFolder();
  const shell = { name: 'shell' as const, version: VERSIONS.shell, contract: '1.0.0', paths: ['/', '/terms'] };
  await releases.release('shell', VERSIONS.shell, ['main.1a1a1a1a1a.js', ...files], { shell });
  await releases.release('toolbox', VERSIONS.toolbox, ['remoteEntry.2b2b2b2b2b.js']);
  await releases.goLive(1, { ...VERSIONS, ...(overrides && { overrides }) });
  const test = await createTestApp({ ...others, config: { releases: releases.location, ...others.config } });
  const close = async () => {
    await test.close();
    await releases.close();
  };
  return { releases, test, get: (url, headers = {}) => test.app.inject({ url, headers }), close };
}
