import { jest } from '@jest/globals';
import { newId } from '../../../platform/db/new-id.ts';
import { ADDITIVE, EVERYTHING, ROUTE_CHANGES } from '../../../platform/http/writes.ts';
import { createPages, head } from '../../../testing/rendered-pages.ts';
import { RenderError } from './renderer.ts';
import type { Renderer } from './renderer.ts';

const ONE = newId();
const PATH = `/problems/${ONE}`;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Pages that show the current version of a problem, and take `delayMs` to be rendered. */
function createSlowPages() {
  const state = { version: 1, delayMs: 0 };
  const render: Renderer['render'] = async ({ url }, get) => {
    const { body } = await get(`/api${url}`);
    if (state.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, state.delayMs));
    return head(body);
  };
  const { getPage, onRender, invalidate } = createPages(render, async () => ({ status: 200, body: `${state.version}` }));
  /** Waits as long as the server lets a visitor wait. */
  async function readPage(more: { hasWritten?: boolean; isSignedIn?: boolean } = {}) {
    const page = getPage(PATH, more);
    await jest.advanceTimersByTimeAsync(250);
    const { rendered } = await page;
    return rendered && { text: rendered.page.head, isOutdated: rendered.isOutdated };
  }
  const change = (...subjects: string[]) => {
    state.version += 1;
    invalidate(new Set([ONE, ...subjects]));
  };
  return { state, readPage, change, invalidate, onRender };
}

describe('a page whose data changed', () => {
  it('is served from before the change while rendering it takes longer than a visitor waits, and then with it', async () => {
    const { state, readPage, change } = createSlowPages();
    await readPage();
    state.delayMs = 2000;
    change(ADDITIVE);
    expect(await readPage()).toEqual({ text: '1', isOutdated: true });
    await jest.advanceTimersByTimeAsync(2000);
    expect(await readPage()).toEqual({ text: '2', isOutdated: false });
  });

  it('has the change if rendering is fast', async () => {
    const { state, readPage, change } = createSlowPages();
    await readPage();
    state.delayMs = 200;
    change(ADDITIVE);
    expect(await readPage()).toEqual({ text: '2', isOutdated: false });
  });

  it('is never served from before the change to a browser that changed something lately', async () => {
    const { state, readPage, change } = createSlowPages();
    await readPage();
    state.delayMs = 2000;
    change(ADDITIVE);
    expect(await readPage({ hasWritten: true })).toBeUndefined();
    expect(await readPage()).toMatchObject({ text: '1' });
  });

  it('is served for at most a minute after its rendering', async () => {
    const { state, readPage, change } = createSlowPages();
    await readPage();
    await jest.advanceTimersByTimeAsync(20_000);
    state.delayMs = 100_000;
    change(ADDITIVE);
    await jest.advanceTimersByTimeAsync(39_000);
    expect(await readPage()).toMatchObject({ text: '1' });
    await jest.advanceTimersByTimeAsync(1000);
    expect(await readPage()).toBeUndefined();
  });

  it.each([
    ['hidden by the change', (pages: ReturnType<typeof createSlowPages>) => pages.change()],
    ['hidden by any change', (pages: ReturnType<typeof createSlowPages>) => pages.invalidate(EVERYTHING)],
    [
      'hidden after another change',
      (pages: ReturnType<typeof createSlowPages>) => {
        pages.change(ADDITIVE);
        pages.change();
      },
    ],
  ])('is not served if something of it may be %s', async (_what, hide) => {
    const pages = createSlowPages();
    await pages.readPage();
    pages.state.delayMs = 2000;
    hide(pages);
    expect(await pages.readPage()).toBeUndefined();
  });

  it('is not served from a rendering during which something was hidden, but from one with another change', async () => {
    const { state, readPage, change } = createSlowPages();
    state.delayMs = 1000;
    expect(await readPage()).toBeUndefined();
    change();
    await jest.advanceTimersByTimeAsync(1000);
    // The first rendering is of before.
    expect(await readPage()).toBeUndefined();
    change(ADDITIVE);
    await jest.advanceTimersByTimeAsync(1000);
    expect(await readPage()).toEqual({ text: '2', isOutdated: true });
  });

  it('is served from before the change while the server is too busy', async () => {
    let isBusy = false;
    const { getPage, invalidate } = createPages(async (_request, get) => {
      if (isBusy) throw new RenderError('Too many pages', 'busy');
      return head((await get('/api/problems')).body || 'old');
    });
    await getPage('/problems');
    isBusy = true;
    invalidate(new Set(['problems', ADDITIVE]));
    expect((await getPage('/problems')).rendered).toMatchObject({ page: head('old'), isOutdated: true });
  });
});

describe('of the pages from before a change', () => {
  it.each([404, 410] as const)('none with status %i is kept', async (status) => {
    let isBusy = false;
    const { getPage, invalidate } = createPages(async ({ url }, get) => {
      if (isBusy) throw new RenderError('Too many pages', 'busy');
      await get(`/api${url}`);
      return { status, head: 'none' };
    });
    expect((await getPage(PATH)).rendered?.page.status).toBe(status);
    isBusy = true;
    invalidate(new Set([ONE, ADDITIVE]));
    expect((await getPage(PATH)).rendered).toBeUndefined();
  });

  it('50 are kept', async () => {
    let isBusy = false;
    const { getPage, invalidate } = createPages(async ({ url }, get) => {
      if (isBusy) throw new RenderError('Too many pages', 'busy');
      return head((await get('/api/problems')).body || url);
    });
    const readAll = (isBefore: boolean) =>
      Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          getPage(`/problems?search=${index}`, { ip: `10.0.${isBefore ? 0 : 1}.${Math.floor(index / 10)}` }),
        ),
      );
    expect((await readAll(true)).filter(({ rendered }) => rendered)).toHaveLength(60);
    isBusy = true;
    invalidate(new Set(['problems', ADDITIVE]));
    expect((await readAll(false)).filter(({ rendered }) => rendered?.isOutdated)).toHaveLength(50);
  });
});

it('a route that can delete, hide or replace a text is not additive', () => {
  const additive = Object.entries(ROUTE_CHANGES).flatMap(([route, change]) => (change.includes(ADDITIVE) ? [route] : []));
  expect(additive.filter((route) => route.startsWith('DELETE'))).toEqual(['DELETE /api/agreements/:id/dispute']);
  expect(additive).toEqual(expect.arrayContaining(['POST /api/bids', 'POST /api/problems/:id/comments', 'POST /api/problems']));
  for (const route of [
    'PUT /api/problems/:id',
    'PUT /api/problems/:id/status',
    'DELETE /api/problems/:id',
    'PUT /api/comments/:id',
    'DELETE /api/comments/:id',
    'PATCH /api/auth/profile',
    'POST /api/auth/delete-account',
    'PUT /api/modules/:id',
    'PUT /api/modules/:id/status',
    'PUT /api/modules/own/contact',
    'DELETE /api/modules/:id',
  ])
    expect(additive).not.toContain(route);
});
