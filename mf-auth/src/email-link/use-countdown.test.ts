import { jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useCountdown } from './use-email-link.tsx';

describe('a countdown', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));
  function start(wait: number) {
    const { result, unmount } = renderHook(() => useCountdown());
    expect(result.current[0]).toBe(0);
    act(() => result.current[1](wait));
    return { secondsLeft: () => result.current[0], again: (time: number) => act(() => result.current[1](time)), unmount };
  }

  it('counts whole seconds down to 0', () => {
    const { secondsLeft } = start(60_000);
    expect(secondsLeft()).toBe(60);
    pass(1000);
    expect(secondsLeft()).toBe(59);
    pass(58_000);
    expect(secondsLeft()).toBe(1);
    pass(1000);
    expect(secondsLeft()).toBe(0);
  });

  it('can be started again', () => {
    const { secondsLeft, again } = start(2000);
    pass(2000);
    again(3000);
    expect(secondsLeft()).toBe(3);
  });

  it('leaves no timer behind', () => {
    const { unmount } = start(2000);
    unmount();
    expect(jest.getTimerCount()).toBe(0);
    const over = start(2000);
    pass(2000);
    expect(over.secondsLeft()).toBe(0);
    expect(jest.getTimerCount()).toBe(0);
  });
});
