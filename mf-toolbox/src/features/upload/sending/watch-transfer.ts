/** After so long (ms) without a byte a person is told that the transfer stands still. */
const STILL_AFTER = 5_000;
/** After so long (ms) without a byte the connection counts as lost. */
const LOST_AFTER = 30_000;
/** So long (ms) an answer is waited for once everything was sent: checking the largest archive takes a fraction of it. */
const UNANSWERED_AFTER = 120_000;

interface TransferWatcher {
  onStill: (isStill: boolean) => void;
  onLost: () => void;
}

/**
 * Notices a transfer that stands still: where a network goes without a word, a browser waits for many minutes.
 *
 * @returns `moved` takes the part that was sent, 0 to 1, whenever bytes have left; `stop` ends it
 */
export function watchTransfer({ onStill, onLost }: TransferWatcher) {
  let isStill = false;
  let timers: ReturnType<typeof setTimeout>[] = [];
  const stop = () => timers.forEach((timer) => clearTimeout(timer));

  function say(now: boolean): void {
    if (now === isStill) return;
    isStill = now;
    onStill(now);
  }

  function moved(part: number): void {
    stop();
    say(false);
    timers =
      part < 1
        ? [setTimeout(() => say(true), STILL_AFTER), setTimeout(onLost, LOST_AFTER)]
        : [setTimeout(onLost, UNANSWERED_AFTER)];
  }
  moved(0);

  return { moved, stop };
}
