const STALLED_AFTER_MS = 5_000;
const LOST_AFTER_MS = 30_000;
/** Checking the largest archive takes a fraction of this. */
const RESPONSE_TIMEOUT_MS = 120_000;

interface TransferEvents {
  onStalled: (isStalled: boolean) => void;
  onLost: () => void;
}

/**
 * Detects stalled transfers: browsers wait for minutes after a silent connection loss.
 *
 * @returns `reportProgress` takes the sent fraction, 0 to 1
 */
export function watchTransfer({ onStalled, onLost }: TransferEvents) {
  let isStalled = false;
  let timers: ReturnType<typeof setTimeout>[] = [];
  const stop = () => timers.forEach((timer) => clearTimeout(timer));

  function setStalled(next: boolean): void {
    if (next === isStalled) return;
    isStalled = next;
    onStalled(next);
  }

  function reportProgress(fraction: number): void {
    stop();
    setStalled(false);
    timers =
      fraction < 1
        ? [setTimeout(() => setStalled(true), STALLED_AFTER_MS), setTimeout(onLost, LOST_AFTER_MS)]
        : [setTimeout(onLost, RESPONSE_TIMEOUT_MS)];
  }
  reportProgress(0);

  return { reportProgress, stop };
}
