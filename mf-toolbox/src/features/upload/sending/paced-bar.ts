import { MODULE_UPLOAD } from '@solvent/contracts';

/**
 * A bar that follows what was really sent, at most 5 % each 150 ms (product 4.21), so that it never jumps.
 *
 * @param onShow told whole percents, from 0 to 100
 * @returns `aim` takes the part that was sent, 0 to 1; `full` resolves once 100 % show; `stop` ends it
 */
export function pacedBar(onShow: (percent: number) => void) {
  let aimed = 0;
  let shown = 0;
  let fill: () => void = () => undefined;
  const full = new Promise<void>((resolve) => {
    fill = resolve;
  });

  function step(): void {
    if (aimed <= shown) return;
    shown = Math.min(aimed, shown + MODULE_UPLOAD.stepPercent);
    onShow(shown);
    if (shown < 100) return;
    clearInterval(timer);
    fill();
  }
  const timer = setInterval(step, MODULE_UPLOAD.stepIntervalMs);

  return {
    aim: (part: number) => {
      aimed = Math.max(aimed, Math.min(100, Math.floor(part * 100)));
    },
    full,
    stop: () => clearInterval(timer),
  };
}
