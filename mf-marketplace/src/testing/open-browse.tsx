import { fakeApi } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen } from '@testing-library/react';
import { Component as BrowsePage } from '../features/browse/browse-page.tsx';

type Routes = Parameters<typeof fakeApi>[0];

const noCategories = () => ({ categories: [] });

/** Opens /problems on a fake API. `asked` are the parameters of its calls so far. */
export function openBrowse(list: Routes[string], { at = '/problems', routes = {} }: { at?: string; routes?: Routes } = {}) {
  const api = fakeApi({
    'GET /problems': list,
    'HEAD /problems': () => ({}),
    'GET /problems/categories': noCategories,
    ...routes,
  });
  const view = renderScreen(<BrowsePage />, { at });
  const asked = (method = 'GET') =>
    api.requests.filter((request) => request.method === method && request.path === '/problems').map(({ params }) => params);
  return { ...view, api, asked, address: () => screen.getByLabelText('Address').textContent };
}
