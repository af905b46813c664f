import { MODULE_UPLOAD } from '@solvent/contracts';

/**
 * A bar that follows what was really sent, at most 5 % each 150 ms (product 4.21), so that it never jumps.
 *
 * @param onPercent told whole percents, from 0 to 100
 * @returns `aim` takes the part that was sent, 0 to 1; `full` resolves once 100 % show; `stop` ends it
 */
export function createPacedProgress(onPercent: (percent: number) => void) {
  let targetPercent = 0;
  let shownPercent = 0;
  let resolveCompleted: () => void = () => undefined;
  const completed = new Promise<void>((resolve) => {
    resolveCompleted = resolve;
  });

  function advance(): void {
    if (targetPercent <= shownPercent) return;
    shownPercent = Math.min(targetPercent, shownPercent + MODULE_UPLOAD.stepPercent);
    onPercent(shownPercent);
    if (shownPercent < 100) return;
    clearInterval(timer);
    resolveCompleted();
  }
  const timer = setInterval(advance, MODULE_UPLOAD.stepEvery);

  return {
    setTarget: (fraction: number) => {
      targetPercent = Math.max(targetPercent, Math.min(100, Math.floor(fraction * 100)));
    },
    completed,
    stop: () => clearInterval(timer),
  };
}
