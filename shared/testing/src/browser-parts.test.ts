import { jest } from '@jest/globals';
import { createElement } from 'react';
import { intersect, observedElements } from './browser-parts.ts';

type Seen = (entries: { isIntersecting: boolean }[]) => void;

describe('what comes into view', () => {
  it('is told to its own observer, until that stops', () => {
    const near = jest.fn<Seen>();
    const [end, other] = [document.createElement('div'), document.createElement('div')];
    const observer = new IntersectionObserver((entries) => near(entries));
    observer.observe(end);
    expect(observedElements()).toEqual([end]);
    intersect(other);
    expect(near).not.toHaveBeenCalled();
    intersect(end);
    expect(near.mock.lastCall).toMatchObject([[{ isIntersecting: true, target: end }]]);
    intersect(end, false);
    expect(near.mock.lastCall).toMatchObject([[{ isIntersecting: false }]]);
    observer.unobserve(end);
    intersect(end);
    expect(near).toHaveBeenCalledTimes(2);
  });

  it('is forgotten with the observer that watched it, and with no other', () => {
    const [one, two] = [document.createElement('div'), document.createElement('div')];
    const first = new IntersectionObserver(() => undefined);
    const second = new IntersectionObserver(() => undefined);
    first.observe(one);
    second.observe(two);
    first.disconnect();
    expect(observedElements()).toEqual([two]);
    second.disconnect();
  });
});

it('the browser has what jsdom has not', () => {
  expect(window.matchMedia('(prefers-color-scheme: dark)').matches).toBe(false);
  expect(() => new ResizeObserver(() => undefined).observe(document.body)).not.toThrow();
  for (const name of ['TextEncoder', 'structuredClone', 'fetch', 'PointerEvent']) expect(window).toHaveProperty(name);
});

it('no element that a test renders costs a stack trace', () => {
  const stackOf = (tag: string): unknown => Reflect.get(createElement(tag), '_debugStack');
  expect(stackOf('p')).toBeInstanceOf(Error);
  expect(stackOf('p')).toBe(stackOf('b'));
});
