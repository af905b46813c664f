import { MODULE_UPLOAD } from '@solvent/contracts';

/**
 * Smooths progress to at most 5 % per 150 ms (product 4.21).
 *
 * @param onPercent receives integers from 0 to 100
 * @returns `setTarget` takes the sent fraction, 0 to 1; `completed` resolves when 100 % are shown
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
  const timer = setInterval(advance, MODULE_UPLOAD.stepIntervalMs);

  return {
    setTarget: (fraction: number) => {
      targetPercent = Math.max(targetPercent, Math.min(100, Math.floor(fraction * 100)));
    },
    completed,
    stop: () => clearInterval(timer),
  };
}
