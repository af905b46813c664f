import { jest } from '@jest/globals';
import { preloadLinks } from './preload.ts';
import type { PathPreloader } from './preload.ts';

const preload = jest.fn<PathPreloader['preload']>().mockResolvedValue();
const addresses = () => preload.mock.calls.map(([address]) => address);
let stop = () => {};

function linkTo(html: string): Element {
  document.body.innerHTML = html;
  const inner = document.querySelector('[data-here]');
  if (!inner) throw new Error('The page has no place to point at.');
  return inner;
}
const point = (at: Element, type = 'pointerover') => at.dispatchEvent(new Event(type, { bubbles: true }));

beforeEach(() => {
  jest.useFakeTimers();
  preload.mockClear();
  window.history.replaceState(null, '', '/home');
  stop = preloadLinks({ preload });
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

describe('a link that a person is about to follow', () => {
  it.each(['pointerover', 'focusin', 'touchstart'])('is preloaded, with its data, after 65 ms of %s', (type) => {
    point(linkTo('<a href="/problems/p-1?tab=bids"><b data-here>A problem</b></a>'), type);
    jest.advanceTimersByTime(64);
    expect(preload).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(preload.mock.calls).toEqual([['/problems/p-1?tab=bids', { data: true }]]);
  });

  it('is not one that the pointer only passes: the last one counts', () => {
    point(linkTo('<a href="/problems/1" data-here>1</a>'));
    jest.advanceTimersByTime(40);
    point(linkTo('<a href="/problems/2" data-here>2</a>'));
    jest.advanceTimersByTime(65);
    expect(addresses()).toEqual(['/problems/2']);
  });

  it('is not one that the pointer has left', () => {
    point(linkTo('<a href="/problems/1" data-here>1</a>'));
    point(document.body);
    jest.advanceTimersByTime(1000);
    expect(preload).not.toHaveBeenCalled();
  });

  it.each([
    ['another site', '<a href="https://example.org/problems" data-here>Elsewhere</a>'],
    ['another tab', '<a href="/problems" target="_blank" data-here>New tab</a>'],
    ['the page itself', '<a href="/home" data-here>Home</a>'],
    ['a part of the page itself', '<a href="/home#faq" data-here>FAQ</a>'],
    ['mail', '<a href="mailto:ada@example.com" data-here>Contact Author</a>'],
    ['nowhere', '<a data-here>Nothing</a>'],
    ['what is no link', '<button data-here>Post</button>'],
  ])('is none to %s', (_what, html) => {
    point(linkTo(html));
    jest.advanceTimersByTime(1000);
    expect(preload).not.toHaveBeenCalled();
  });

  it('is left alone once the preloader was stopped, even on the way', () => {
    const link = linkTo('<a href="/problems" data-here>Problems</a>');
    point(link);
    stop();
    point(link);
    jest.advanceTimersByTime(1000);
    expect(preload).not.toHaveBeenCalled();
  });
});
