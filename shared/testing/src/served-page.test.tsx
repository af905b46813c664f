/** @jest-environment ./shared/testing/jest-environment-served.mjs */
import { jest } from '@jest/globals';
import type { ComponentType } from 'react';
import { servePage } from './served-page.ts';

type Code = { Component: ComponentType<{ name: string }> };
const Greeting = ({ name }: { name: string }) => <button type="button">Hello {name}</button>;

/** A page with a part whose code loads late, each time as the next of the loads does. */
function withLatePart(...loads: (() => Promise<Code>)[]) {
  const load = jest.fn<() => Promise<Code>>();
  for (const next of loads) load.mockImplementationOnce(next);
  return {
    load,
    path: '/',
    page: {
      path: '/',
      load: async () => {
        const { lazyComponent } = await import('@solvent/ui');
        const Late = lazyComponent(load);
        return {
          Component: () => (
            <main>
              <Late name="Ada" fallback="Loading" renderLoadError={() => 'It did not come'} />
            </main>
          ),
        };
      },
    },
  };
}

const there = () => Promise.resolve({ Component: Greeting });
const broken = () => Promise.reject(new Error('Loading chunk greeting failed.'));

it('a page that a browser draws in another way than the server is told', async () => {
  const Where = () => <p>{typeof window === 'undefined' ? 'Here is the server' : 'Here is the browser'}</p>;
  const { html, open } = await servePage({ path: '/', load: async () => ({ Component: Where }) });
  expect(html).toContain('Here is the server');
  const { faults, root, close } = await open();
  expect(String(faults[0])).toContain('Hydration failed');
  expect(root.textContent).toBe('Here is the browser');
  await close();
});

describe('a part whose code loads late', () => {
  it('is in the page of the server', async () => {
    const { html } = await servePage(withLatePart(there).page);
    expect(html).toContain('Hello <!-- -->Ada');
    expect(html).not.toContain('Loading');
  });

  it('stays as the server made it until the code is there, and is taken over then', async () => {
    let arrive: (code: Code) => void = () => {};
    const { page, load } = withLatePart(there, () => new Promise((resolve) => (arrive = resolve)));
    const { open } = await servePage(page);
    const { root, faults, act, close } = await open();
    const button = root.querySelector('button');
    expect(load).toHaveBeenCalledTimes(2);
    expect(root.textContent).toBe('Hello Ada');
    await act(async () => arrive({ Component: Greeting }));
    expect(root.querySelector('button')).toBe(button);
    expect(faults).toEqual([]);
    await close();
  });

  it('says that it did not load where its code does not come', async () => {
    const { page, load } = withLatePart(there, broken, broken);
    const { open } = await servePage(page);
    const { root, faults, close } = await open();
    expect(root.textContent).toBe('It did not come');
    expect(load).toHaveBeenCalledTimes(3);
    expect(faults).toMatchObject([{ cause: { message: 'Loading chunk greeting failed.' } }]);
    await close();
  });
});
