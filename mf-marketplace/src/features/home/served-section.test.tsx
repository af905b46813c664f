/** @jest-environment ./shared/testing/jest-environment-served.mjs */
import { jest } from '@jest/globals';
import { servePage } from '@solvent/testing/served-page';
import type { ComponentType } from 'react';

type Code = { Component: ComponentType };
const Links = () => (
  <p>
    <a href="/problems">All</a> <a href="/toolbox">Toolbox</a>
  </p>
);
const there = () => Promise.resolve({ Component: Links });

async function openSection(...loads: (() => Promise<Code>)[]) {
  const load = jest.fn<() => Promise<Code>>();
  for (const next of [there, ...loads]) load.mockImplementationOnce(next);
  const served = await servePage({
    path: '/home',
    load: async () => {
      const { lazyComponent } = await import('@solvent/ui');
      const { LazySection } = await import('./lazy-section.tsx');
      const section = lazyComponent(load);
      return { Component: () => <LazySection section={section} minH="480px" /> };
    },
  });
  expect(served.html).toContain('<a href="/toolbox">Toolbox</a>');
  const page = await served.open();
  const { intersect, observedElements } = await import('@solvent/testing/browser-parts');
  const approach = () => page.act(async () => observedElements().forEach((element) => intersect(element)));
  return { ...page, load, approach, links: () => [...page.root.querySelectorAll('a')] };
}

describe('a section that the server made', () => {
  it('stays as it is, without its code, until a person comes near', async () => {
    const { load, links, faults, close } = await openSection(there);
    expect(links().map(({ textContent }) => textContent)).toEqual(['All', 'Toolbox']);
    expect(load).toHaveBeenCalledTimes(1);
    expect(faults).toEqual([]);
    await close();
  });

  it('stays until its code is there, is drawn in its place then, and keeps the focus', async () => {
    let arrive: (code: Code) => void = () => {};
    const { links, approach, act, faults, load, close } = await openSection(() => new Promise((resolve) => (arrive = resolve)));
    const [, before] = links();
    before?.focus();
    await approach();
    expect(load).toHaveBeenCalledTimes(2);
    expect(links()[1]).toBe(before);
    await act(async () => arrive({ Component: Links }));
    expect(links()).toHaveLength(2);
    expect(links()[1]).not.toBe(before);
    expect(document.activeElement).toBe(links()[1]);
    expect(faults).toEqual([]);
    await close();
  });

  it('says when its code does not come', async () => {
    const broken = () => Promise.reject(new Error('chunk'));
    const { root, approach, close } = await openSection(broken, broken);
    await approach();
    expect(root.textContent).toContain('This part of the page could not be loaded');
    await close();
  });
});
