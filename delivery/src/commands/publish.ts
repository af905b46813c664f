import { DeliveryError, openChannel, createPlan } from '@solvent/releases';
import { checkBuild } from '../release/check/check-build.ts';
import { describePublished, publish as publishBuild, requireSameBytes } from '../release/publish.ts';
import type { Build } from '../release/read-build.ts';
import { recordSmoke } from '../release/smoke-record.ts';
import type { SmokeRecord } from '../release/smoke-record.ts';
import { buildToPublish } from './build-to-publish.ts';
import type { Context } from './context.ts';
import { requireArgument } from './command.ts';
import type { Command, Input } from './command.ts';
import { runSmokeTests } from './smoke.ts';
import { checkSources } from './source-findings.ts';

const LESSON = `Checks a build and puts it into the release store, where it never changes again. It is not live by that: nobody runs it until it is
promoted. The build must be there ("pnpm build"), whole, and of the sources as they are; its version names what it is made of, so the
same version is always the same bytes.

First it checks the sources ("pnpm check <name>": remote.json, types, lint and boundaries) and the build against the live channel
("pnpm delivery help check" lists the rules). Then the smoke tests run in a real browser with the build as an override:
every path and slot of its remote.json and the ways between the remotes. Nothing is stored where any of it fails. The smoke tests use
the deployed shell that E2E_URL names (whose channel must allow overrides by http://localhost), else one that they start.

Scripts, styles and fonts are named by their content and lie in the store once for all releases that have them: it prints how many
are new, which is what a browser fetches that had the release before. Publishing a version again puts back what is missing of it.

  --dist <folder>   where the build is (mf-<name>/dist, shell/dist); of a folder that you name, any whole build is taken
  --no-smoke        leaves out the smoke tests, where there is no browser. An earlier result is kept, and promote reports it

  pnpm build
  pnpm delivery publish toolbox
  pnpm delivery promote toolbox@<version> --percent 10`;

export const publish: Command = {
  usage: '<name> [--dist folder] [--no-smoke]',
  summary: 'check a build and put it into the release store',
  arguments: 1,
  lesson: LESSON,
  begins: true,
  options: { dist: { type: 'string' }, 'no-smoke': { type: 'boolean' } },
  async run(context, input) {
    const name = requireArgument(input, 'what to publish', 'publish <name>');
    const { build, folder, hasSources } = await buildToPublish(context, name, input);
    // Smoke tests are recorded for the version, so it must have these bytes.
    await requireSameBytes(context.store, build);
    const [ofSources, { findings: ofBuild }] = await Promise.all([
      hasSources ? checkSources(context, name) : [],
      checkBuild(context.store, context.channel, build),
    ]);
    const findings = [...ofSources, ...ofBuild];
    if (findings.length > 0) throw new DeliveryError(findings.map(({ rule, message }) => `${rule}: ${message}`).join('\n'));
    await requireSmokeTests(context, build, folder, input);
    const published = await publishBuild(context.store, build);
    context.print(describePublished(published));
    await printNextSteps(context, name, `${name}@${published.release.version}`);
  },
};

/** @throws DeliveryError if they fail */
async function requireSmokeTests(context: Context, build: Build, folder: string, input: Input): Promise<void> {
  if (build.name === 'shell')
    return context.print('Smoke tests put a remote into the live shell. Of the shell itself run "npm test -- --only e2e".');
  const record = (result: SmokeRecord['result']) =>
    recordSmoke(context.store, build, { result, who: context.reason.who, at: new Date().toISOString() });
  if (input.values['no-smoke'] === true) return record('skipped');
  const isPassed = await runSmokeTests(context, build.name, folder);
  await record(isPassed ? 'passed' : 'failed');
  if (!isPassed)
    throw new DeliveryError(
      `The smoke tests fail with this build of ${build.name} in place, so it is not published: fix the problems above.`,
    );
}

/** The first version of a remote has no canary and cannot be rolled back. */
async function printNextSteps({ store, channel, sameChannel, print }: Context, name: string, title: string): Promise<void> {
  const newest = await openChannel(store, channel).newest();
  const isFirst = !createPlan(channel, newest?.document).parts.has(name);
  print(`Make it live with:  pnpm delivery promote ${title}${sameChannel}`);
  if (isFirst) return;
  if (name !== 'shell') print(`or for some first:  pnpm delivery promote ${title} --percent 10${sameChannel}`);
  print(`Take it back with:  pnpm delivery rollback ${name}${sameChannel}`);
}
