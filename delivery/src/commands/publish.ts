import { DeliveryError, openChannel, planOf } from '@solvent/releases';
import { checkBuild } from '../release/check/check-build.ts';
import { describePublished, publish as publishBuild } from '../release/publish.ts';
import { buildToPublish } from './build-to-publish.ts';
import type { Context } from './context.ts';
import { needArgument } from './command.ts';
import type { Command } from './command.ts';
import { runSmokeTests } from './smoke.ts';

const LESSON = `Checks a build and puts it into the release store, where it never changes again. It is not live by that: nobody runs it until it is
promoted. The build must be there ("pnpm build"), whole, and of the sources as they are; its version names what it is made of, so the
same version is always the same bytes.

Scripts, styles and fonts are named by their content and lie in the store once for all releases that have them: it prints how many
are new, which is what a browser fetches that had the release before. Publishing a version again puts back what is missing of it.

  --dist <folder>   where the build is (mf-<name>/dist, shell/dist); of a folder that you name, any whole build is taken
  --smoke           runs the smoke tests in a real browser first, with the build in its place: every path and slot of its remote.json
                    and the ways between the remotes. Nothing is stored where they fail.
                    Against the deployed shell that E2E_URL names (whose channel must allow overrides by http://localhost), else
                    against one that it starts.

It is held against what is live in the channel: "pnpm delivery help check" tells the rules.

  pnpm build
  pnpm delivery publish toolbox --smoke
  pnpm delivery promote toolbox@<version> --percent 10`;

export const publish: Command = {
  usage: '<name> [--dist folder] [--smoke]',
  summary: 'check a build and put it into the release store',
  arguments: 1,
  lesson: LESSON,
  begins: true,
  options: { dist: { type: 'string' }, smoke: { type: 'boolean' } },
  async run(context, input) {
    const name = needArgument(input, 'what to publish', 'publish <name>');
    const { build, folder } = await buildToPublish(context, name, input);
    const { findings } = await checkBuild(context.store, context.channel, build);
    if (findings.length > 0) throw new DeliveryError(findings.map(({ rule, message }) => `${rule}: ${message}`).join('\n'));
    if (input.values['smoke'] === true) await runSmokeTests(context, name, folder);
    const published = await publishBuild(context.store, build);
    context.print(describePublished(published));
    await sayWhatFollows(context, name, `${name}@${published.release.version}`);
  },
};

/** Of a remote's first version there is no canary, and nothing to go back to. */
async function sayWhatFollows({ store, channel, sameChannel, print }: Context, name: string, title: string): Promise<void> {
  const newest = await openChannel(store, channel).newest();
  const isFirst = !planOf(channel, newest?.document).parts.has(name);
  print(`Make it live with:  pnpm delivery promote ${title}${sameChannel}`);
  if (isFirst) return;
  if (name !== 'shell') print(`or for some first:  pnpm delivery promote ${title} --percent 10${sameChannel}`);
  print(`Take it back with:  pnpm delivery rollback ${name}${sameChannel}`);
}
