import { setTimeout as wait } from 'node:timers/promises';
import { runCommand } from './run-command.ts';
import type { ScenarioContext } from './scenarios.ts';
import { waitUntil } from '../wait.ts';

const REFUSED_WORD = 'lottery';
const MESSAGE_INTERVAL_MS = 250;
const REFUSED_EVERY = 3;
/** Generous, because a busy machine delivers emails late. */
const DELIVERY_TIMEOUT_MS = 60_000;

async function sendContactMessage(url: string, subject: string): Promise<string> {
  const response = await fetch(`${url}/api/contact`, {
    method: 'POST',
    headers: { 'x-app-key': 'solvent-web', 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada Park', email: 'ada@example.com', subject, message: 'I have looked for it everywhere.' }),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`A message to the team was refused: ${response.status} ${text}`);
  // The response type of the route (shared/contracts).
  return (JSON.parse(text) as { reference: string }).reference;
}

/**
 * Sends emails of which the mail server refuses some. The others arrive; the refused ones are listed as failed jobs and arrive
 * after an operator retries them.
 * @returns emails that did not arrive, or arrived more than once
 */
export async function failJobs(
  { cluster, mail }: ScenarioContext,
  markFaultEnd: () => void,
  outageMs: number,
): Promise<{ lost: number; twice: number }> {
  const { settings, url } = cluster;
  const refused: string[] = [];
  const accepted: string[] = [];
  const haveArrived = (references: readonly string[]) => references.every((reference) => mail.received.has(reference));
  let listed = '';
  const areListed = async () => {
    listed = await runCommand(settings, ['jobs']);
    return refused.every((reference) => listed.includes(reference));
  };
  mail.refuse(REFUSED_WORD);
  const end = performance.now() + outageMs;
  for (let index = 0; performance.now() < end; index += 1) {
    if (index % REFUSED_EVERY === 0) refused.push(await sendContactMessage(url, `About your ${REFUSED_WORD}`));
    else accepted.push(await sendContactMessage(url, 'Where do I change my address?'));
    await wait(MESSAGE_INTERVAL_MS);
  }
  await waitUntil(() => haveArrived(accepted), DELIVERY_TIMEOUT_MS);
  if (!(await waitUntil(areListed, DELIVERY_TIMEOUT_MS)))
    throw new Error(
      `The mail server refused ${refused.join(', ')}, and "pnpm solvent jobs" does not list all of them:\n${listed}`,
    );
  mail.refuse(undefined);
  markFaultEnd();
  const retryOutput = await runCommand(settings, [
    'jobs',
    'retry',
    'contact-mail',
    '--reason',
    'The mail server accepts them again',
  ]);
  const all = [...refused, ...accepted];
  await waitUntil(() => haveArrived(all), DELIVERY_TIMEOUT_MS);
  const remaining = await runCommand(settings, ['jobs']);
  if (!remaining.includes('No job was given up'))
    throw new Error(`"pnpm solvent jobs retry" printed: ${retryOutput}Failed jobs afterwards:\n${remaining}`);
  const twice = all.filter((reference) => (mail.received.get(reference) ?? []).length > 1);
  for (const reference of twice) {
    const history = refused.includes(reference) ? 'refused at first' : 'accepted at once';
    process.stdout.write(`    ${reference} (${history}) arrived at ${mail.received.get(reference)?.join(', ')}\n`);
  }
  return { lost: all.filter((reference) => !mail.received.has(reference)).length, twice: twice.length };
}
