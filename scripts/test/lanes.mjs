/**
 * Runs steps in lanes: lanes go side by side, the steps of a lane one after the other. Once a step has failed, none is started.
 *
 * @template S @template {{ code: number }} R
 * @param {S[][]} lanes
 * @param {(step: S, lane: number) => Promise<R>} run
 * @returns {Promise<R[]>} what became of the steps that ran, by lane
 */
export async function runLanes(lanes, run) {
  let hasFailed = false;
  const results = await Promise.all(
    lanes.map(async (steps, lane) => {
      const ran = [];
      for (const step of steps) {
        if (hasFailed) break;
        const result = await run(step, lane);
        hasFailed ||= result.code !== 0;
        ran.push(result);
      }
      return ran;
    }),
  );
  return results.flat();
}
