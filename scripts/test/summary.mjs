const took = (seconds) => (seconds === undefined ? 'unchanged' : `${seconds.toFixed(1).padStart(6)} s`);

/**
 * What `npm test` says at its end: each step with its time, and the counts on the last line.
 *
 * @param {{ name: string, code: number, seconds?: number }[]} results without seconds: it passed before, on the same sources
 * @param {string[]} notRun steps that were left out because an earlier one failed
 */
export function summaryOf(results, notRun) {
  const width = Math.max(...[...results.map(({ name }) => name), ...notRun].map((name) => name.length));
  const lines = [
    ...results.map(({ name, code, seconds }) => `  ${code === 0 ? '✓' : '✗'} ${name.padEnd(width)}  ${took(seconds)}`),
    ...notRun.map((name) => `  – ${name.padEnd(width)}  not run`),
  ];
  const failed = results.filter(({ code }) => code !== 0).length;
  return `\n${lines.join('\n')}\n\n${results.length - failed} passed, ${failed} failed\n`;
}
