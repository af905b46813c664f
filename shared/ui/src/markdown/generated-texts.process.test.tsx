import { render } from '@testing-library/react';
import { UiProvider } from '../ui-provider.tsx';
import { generatedText } from './generated-text.ts';
import { Component as MarkdownView } from './markdown-view.tsx';

/** Browser tests have no types of Node. */
declare const process: { env: Record<string, string | undefined>; cpuUsage: () => { user: number; system: number } };

/** Number of texts: `GENERATED_TEXTS=100000 npm test -- --only unit-processes generated-texts`. */
const COUNT = Number(process.env['GENERATED_TEXTS'] ?? 10_000);
const MAX_RENDER_MS = 100;
const MAX_TRIES = 5;
const END = 'Here it ends';

/** An ordinary text of maximum size, as a reference on slow machines. */
const ORDINARY = 'Some **words**.\n\n'.repeat(1500);

const view = render(null, { wrapper: UiProvider });

/** Returns the smaller of wall-clock and CPU time (ms), since other work distorts either. */
function measure(text: string, compact: boolean): number {
  view.rerender(null);
  const [started, before] = [performance.now(), process.cpuUsage()];
  view.rerender(<MarkdownView text={text} compact={compact} />);
  const after = process.cpuUsage();
  return Math.min(performance.now() - started, (after.user - before.user + after.system - before.system) / 1000);
}

/** Returns what is wrong. Slow means each time, and slower than an ordinary text. */
function findFault(number: number): string | undefined {
  const text = generatedText(number, END);
  const isCompact = number % 2 === 0;
  let least = Infinity;
  try {
    for (let tried = 0; tried < MAX_TRIES && least > MAX_RENDER_MS; tried += 1) least = Math.min(least, measure(text, isCompact));
  } catch (error) {
    view.rerender(null);
    return `throws ${String(error)}`;
  }
  if (!view.container.textContent.includes(END)) return 'is not shown to its end';
  return least > MAX_RENDER_MS && least > measure(ORDINARY, isCompact) ? `takes ${Math.round(least)} ms` : undefined;
}

it(`shows each of ${COUNT} deep, long and odd texts to its end, within ${MAX_RENDER_MS} ms`, () => {
  const faults: string[] = [];
  for (let number = 1; number <= COUNT && faults.length < 10; number += 1) {
    const fault = findFault(number);
    if (fault !== undefined) faults.push(`${number}: ${JSON.stringify(generatedText(number, END).slice(0, 60))} ${fault}`);
  }
  expect(faults).toEqual([]);
}, 3_600_000);
