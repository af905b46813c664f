/** @jest-environment node */
import { jest } from '@jest/globals';
import { watchTransfer } from './watch-transfer.ts';

const onStalled = jest.fn();
const onLost = jest.fn();
let watch: ReturnType<typeof watchTransfer>;
beforeEach(() => {
  jest.useFakeTimers();
  onStalled.mockReset();
  onLost.mockReset();
  watch = watchTransfer({ onStalled, onLost });
});
afterEach(() => {
  watch.stop();
  jest.useRealTimers();
});

describe('watching a transfer (product 2.37, 8.20)', () => {
  it('is still after five seconds without a byte, until the next one is sent', () => {
    jest.advanceTimersByTime(4999);
    expect(onStalled).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(onStalled).toHaveBeenLastCalledWith(true);
    watch.reportProgress(0.2);
    expect(onStalled).toHaveBeenLastCalledWith(false);
    watch.reportProgress(0.3);
    expect(onStalled).toHaveBeenCalledTimes(2);
  });

  it('is lost after half a minute without a byte', () => {
    watch.reportProgress(0.6);
    jest.advanceTimersByTime(29_999);
    expect(onLost).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(onLost).toHaveBeenCalledTimes(1);
  });

  it('waits two minutes for the answer once everything was sent', () => {
    watch.reportProgress(1);
    jest.advanceTimersByTime(119_999);
    expect(onStalled).not.toHaveBeenCalled();
    expect(onLost).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(onLost).toHaveBeenCalledTimes(1);
  });

  it('reports nothing once it has ended', () => {
    watch.stop();
    jest.advanceTimersByTime(200_000);
    expect(onLost).not.toHaveBeenCalled();
  });
});
