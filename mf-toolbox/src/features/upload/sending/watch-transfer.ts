/** After so long (ms) without a byte a person is told that the transfer stands still. */
const STALLED_AFTER_MS = 5_000;
/** After so long (ms) without a byte the connection counts as lost. */
const LOST_AFTER_MS = 30_000;
/** So long (ms) an answer is waited for once everything was sent: checking the largest archive takes a fraction of it. */
const RESPONSE_TIMEOUT_MS = 120_000;

interface TransferEvents {
  onStalled: (isStalled: boolean) => void;
  onLost: () => void;
}

/**
 * Notices a transfer that stands still: where a network goes without a word, a browser waits for many minutes.
 *
 * @returns `moved` takes the part that was sent, 0 to 1, whenever bytes have left; `stop` ends it
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
