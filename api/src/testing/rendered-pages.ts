import { jest } from '@jest/globals';
import { channelSchema } from '@solvent/federation/manifest';
import type { RenderedPage } from '@solvent/federation/rendering';
import { createRenderedPages } from '../features/site/rendering/rendered-pages.ts';
import type { PageRequest } from '../features/site/rendering/rendered-pages.ts';
import type { ApiGet, Renderer } from '../features/site/rendering/renderer.ts';

export const buildRenderedChannel = (revision = 1, version = '1.0.0-mm') =>
  channelSchema.validateSync({
    channel: 'production',
    revision,
    shell: { version: '1.0.0-aa', paths: ['/', '/terms'] },
    remotes: [
      {
        name: 'marketplace',
        version,
        contract: '^1.0.0',
        paths: [
          { path: '/problems', page: 'problems', title: 'Problems', render: 'public' },
          { path: '/problems/:id', page: 'problem', title: 'Problem', render: 'public' },
          { path: '/my-bids', page: 'bids', title: 'Bids', session: true },
        ],
        entry: '/remotes/x.js',
        integrity: 'sha256-x',
      },
    ],
  });

const settings = {
  appKey: 'key',
  identity: { apiKey: 'a', authDomain: 'b', projectId: 'c' },
  localMail: false,
  payments: 'none',
} as const;

export const head = (text: string): RenderedPage => ({ status: 200, head: text });

const REQUEST: PageRequest = {
  url: '/problems',
  origin: 'https://solvent.test',
  channel: buildRenderedChannel(),
  ip: '10.0.0.1',
};

/** Rendered pages of `/problems`, `/problems/:id` and `/my-bids`. @param get responses of the API */
export function createPages(render: Renderer['render'], get: ApiGet = async () => ({ status: 200, body: '' })) {
  const onRender = jest.fn(render);
  const onFailure = jest.fn();
  const pages = createRenderedPages({
    renderer: { render: onRender, close: () => undefined },
    config: settings,
    createApiGet: () => get,
    onRendered: () => undefined,
    onFailure,
  });
  const getPage = (url: string, more: Partial<PageRequest> = {}) => pages.get({ ...REQUEST, url, ...more });
  return { getPage, onRender, onFailure, invalidate: pages.invalidate };
}
