import { operate } from './operator.ts';
import type { World } from './days.ts';
import { rest, untilTrue } from '../wait.ts';

/** The mail server will not have letters with this in them. */
const REFUSED = 'lottery';
/** Between two messages to the team (ms). */
const BETWEEN = 250;
/** Every so many of them is refused. */
const REFUSED_EACH = 3;
/** A letter arrives, or is given up, within so long (ms) on a machine that does much else. */
const WITHIN = 60_000;

/** @returns the reference that the answer names */
async function writeToTeam(url: string, subject: string): Promise<string> {
  const response = await fetch(`${url}/api/contact`, {
    method: 'POST',
    headers: { 'x-app-key': 'solvent-web', 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada Park', email: 'ada@example.com', subject, message: 'I have looked for it everywhere.' }),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`A message to the team was not taken: ${response.status} ${text}`);
  // The contract of the route (shared/contracts).
  return (JSON.parse(text) as { reference: string }).reference;
}

/**
 * Letters that the mail server refuses for good, among others: those go out as ever, these are given up and listed, and go out when an
 * operator has them tried again, after the cause is mended.
 *
 * @param over says that the cause is mended
 * @returns how many letters did not arrive, or more than once
 */
export async function failJobs(
  { cluster, mail }: World,
  over: () => void,
  gone: number,
): Promise<{ lost: number; twice: number }> {
  const { settings, url } = cluster;
  const hopeless: string[] = [];
  const others: string[] = [];
  const have = (references: readonly string[]) => references.every((reference) => mail.taken.has(reference));
  let listed = '';
  const areListed = async () => {
    listed = await operate(settings, ['jobs']);
    return hopeless.every((reference) => listed.includes(reference));
  };
  mail.refuse(REFUSED);
  const end = performance.now() + gone;
  for (let index = 0; performance.now() < end; index += 1) {
    if (index % REFUSED_EACH === 0) hopeless.push(await writeToTeam(url, `About your ${REFUSED}`));
    else others.push(await writeToTeam(url, 'Where do I change my address?'));
    await rest(BETWEEN);
  }
  // Nobody's letter waits for those that are refused.
  await untilTrue(() => have(others), WITHIN);
  if (!(await untilTrue(areListed, WITHIN)))
    throw new Error(
      `The mail server refused ${hopeless.join(', ')}, and "pnpm solvent jobs" does not list all of them:\n${listed}`,
    );
  mail.refuse(undefined);
  over();
  const said = await operate(settings, ['jobs', 'retry', 'contact-mail', '--reason', 'The mail server takes them again']);
  const all = [...hopeless, ...others];
  await untilTrue(() => have(all), WITHIN);
  const left = await operate(settings, ['jobs']);
  if (!left.includes('No job was given up'))
    throw new Error(`"pnpm solvent jobs retry" said: ${said}What is given up afterwards:\n${left}`);
  const twice = all.filter((reference) => (mail.taken.get(reference) ?? []).length > 1);
  for (const reference of twice) {
    const which = hopeless.includes(reference) ? 'refused at first' : 'taken at once';
    process.stdout.write(`    ${reference} (${which}) came at ${mail.taken.get(reference)?.join(', ')}\n`);
  }
  return { lost: all.filter((reference) => !mail.taken.has(reference)).length, twice: twice.length };
}
