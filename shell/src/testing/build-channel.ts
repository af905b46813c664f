import type { ChannelDocument, RemotePath, RemotePin } from '@solvent/federation/manifest';

export function buildPath(path: string, overrides: Partial<RemotePath> = {}): RemotePath {
  return {
    path,
    page: path,
    title: path,
    session: false,
    tabs: true,
    preload: 'no',
    menu: undefined,
    role: undefined,
    ...overrides,
  };
}

export function buildPin(name: string, overrides: Partial<RemotePin> = {}): RemotePin {
  return {
    name,
    version: '1.0.0',
    contract: '^1.0.0',
    paths: [],
    slots: [],
    searches: [],
    entry: `/remotes/${name}/files/remoteEntry.1a1a1a1a1a.js`,
    integrity: 'sha256-x',
    ...overrides,
  };
}

export function withVersion(pin: RemotePin, version: string): RemotePin {
  return { ...pin, version, entry: `/remotes/${pin.name}/files/remoteEntry.${version}.js` };
}

export function buildChannel(...remotes: RemotePin[]): ChannelDocument {
  return {
    channel: 'test',
    revision: 1,
    shell: { version: '1.0.0', paths: ['/'] },
    remotes,
    toolboxOpen: false,
    overrides: { origins: [], versions: false },
  };
}
