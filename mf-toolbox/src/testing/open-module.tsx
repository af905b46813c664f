import type { Module } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { fakeApi } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen } from '@testing-library/react';
import { Component } from '../features/module/module-page.tsx';
import { buildModuleDetail } from './build-module.ts';

type Routes = Parameters<typeof fakeApi>[0];

interface OpenModuleOptions {
  /** Response of `GET /modules/m1`. */
  module?: Partial<Module>;
  routes?: Routes;
  at?: string;
}

/** Renders a module without reviews or related modules by default. Restore `api` after the test. */
export function openModule({ module = {}, routes = {}, at = '/toolbox/m1' }: OpenModuleOptions = {}) {
  let current = buildModuleDetail(module);
  const api = fakeApi({
    'GET /modules/:id': () => ({ module: current }),
    'GET /modules/:id/files': () => ({ version: current.version, files: [{ path: 'package.json', size: 1 }] }),
    'GET /modules/:id/related': () => ({ modules: [] }),
    'GET /modules/:id/reviews': () => ({ reviews: [], total: 0, page: 1, limit: 10, totalPages: 0 }),
    ...routes,
  });
  const sent = (method: string) => api.requests.filter((request) => request.method === method);
  const change = (changes: Partial<Module>) => (current = { ...current, ...changes });
  return { api, sent, change, ...renderScreen(<Component />, { at, path: '/toolbox/:moduleId' }) };
}

let opened: ReturnType<typeof openModule> | undefined;

/** Waits until the page is shown. Call {@link closeModule} after the test. */
export async function openModulePage(options: OpenModuleOptions = {}) {
  opened = openModule(options);
  await screen.findByRole('heading', { level: 1, name: 'Chart Dashboard' });
  return opened;
}

export function closeModule(): void {
  clearSession();
  opened?.api.restore();
  opened = undefined;
}
