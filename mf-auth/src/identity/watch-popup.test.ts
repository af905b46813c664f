import { jest } from '@jest/globals';
import { watchNextPopup } from './watch-popup.ts';

const originalOpen = window.open;

function fakeWindowOpen(popup: { closed: boolean } | null) {
  const open = jest.fn<typeof window.open>(() => popup as Window | null);
  window.open = open;
  return open;
}

describe('watchNextPopup (product 8.3)', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    window.open = originalOpen;
  });

  it('calls onClosed once when the window closes', () => {
    const popup = { closed: false };
    const open = fakeWindowOpen(popup);
    const onClosed = jest.fn();
    watchNextPopup(onClosed);
    expect(window.open('http://localhost/popup', 'name', 'width=1')).toBe(popup);
    expect(open).toHaveBeenCalledWith('http://localhost/popup', 'name', 'width=1');
    jest.advanceTimersByTime(60_000);
    expect(onClosed).not.toHaveBeenCalled();
    popup.closed = true;
    jest.advanceTimersByTime(1000);
    expect(onClosed).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('watches only the next window', () => {
    const open = fakeWindowOpen({ closed: true });
    watchNextPopup(() => undefined);
    window.open('http://localhost/popup');
    jest.advanceTimersByTime(1000);
    window.open('http://localhost/another');
    expect(open).toHaveBeenCalledTimes(2);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('restores window.open when stopped, before and after a window opens', () => {
    const open = fakeWindowOpen({ closed: false });
    watchNextPopup(() => undefined)();
    expect(window.open).toBe(open);
    const onClosed = jest.fn();
    const end = watchNextPopup(onClosed);
    window.open('http://localhost/popup');
    end();
    expect(window.open).toBe(open);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('ignores a window that the browser blocked', () => {
    fakeWindowOpen(null);
    const onClosed = jest.fn();
    const end = watchNextPopup(onClosed);
    expect(window.open('http://localhost/popup')).toBeNull();
    jest.advanceTimersByTime(1000);
    expect(onClosed).not.toHaveBeenCalled();
    end();
  });
});
