import type { Release } from '@solvent/federation/manifest';

interface Overrides {
  /** Shell contract that a shell provides or a remote needs. */
  contract?: string;
  path?: string;
  entry?: string;
  build?: object;
}

/** Creates a release without real files: of the shell, or of a remote. */
export function createRelease(name: string, version: string, about: Overrides = {}): Release {
  const { contract = '1.0.0', path = `/${name}`, entry = 'entry.0a1b2c3d4e.js' } = about;
  const paths = [{ path, page: 'list', title: 'A page', tabs: true, session: false, preload: 'no' as const }];
  const isShell = name === 'shell';
  return {
    name,
    version,
    publishedAt: '2026-11-01T00:00:00.000Z',
    shell: isShell ? { name: 'shell', version, contract, paths: ['/', '/terms'] } : undefined,
    remote: isShell ? undefined : { name, version, contract: `^${contract}`, paths, slots: [], searches: [] },
    build: { entry, styles: [], always: [], chunks: {}, takes: {}, provides: {}, fonts: [], shared: {}, ...about.build },
    files: [{ path: entry, bytes: 1, brotliBytes: 1, integrity: 'sha256-x' }],
  };
}
