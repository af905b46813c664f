import { changeChannel, DeliveryError, openChannel, createPlan } from '@solvent/releases';
import { readBuild } from '../release/read-build.ts';
import { listBuiltNames, getDistFolder, getInitialOverrides, isBuildOutdated } from './context.ts';
import type { Context } from './context.ts';
import type { Command } from './command.ts';
import { deployWorkingTree, publishAndPrint } from './working-tree.ts';

const LESSON = `Publishes builds and makes them live together, in one revision: how a channel begins. Does nothing where all is live
already. A team that ships its remote alone uses publish and promote.

In the default store of one's own machine a new channel lets "?remote=" run builds of localhost and any published version; in every
other store it allows nothing ("pnpm delivery help overrides").

  --begin   does nothing where anything is live already: what a deployment runs at each start, so that it never takes back what
            teams have promoted since
  --tree    sets the channel to the working tree, as "npm start" does with the channel local. Invalid remotes are reported and
            left out; retired ones are left out, too

A remote that was retired is left out unless it is named.

  pnpm delivery deploy                  all that is built
  pnpm delivery deploy shell toolbox`;

export const deploy: Command = {
  usage: '[name …] [--begin | --tree]',
  summary: 'publish and make live what is built, in one revision',
  arguments: Infinity,
  lesson: LESSON,
  begins: true,
  options: { begin: { type: 'boolean' }, tree: { type: 'boolean' } },
  async run(context, { args: names, values }) {
    if (values['tree'] === true) return deployWorkingTree(context);
    if (values['begin'] === true && (await openChannel(context.store, context.channel).lastNumber()) > 0)
      return context.print(`The channel ${context.channel} has begun already: nothing was changed.`);
    const wanted = names.length > 0 ? names : await findDeployableBuilds(context);
    if (wanted.length === 0) throw new DeliveryError('Nothing is built yet: run "pnpm build" first.');
    const old = wanted.filter((name) => isBuildOutdated(context.root, name));
    if (old.length > 0)
      context.print(`Changed since built: ${old.join(', ')}. It is deployed as it is built; "pnpm build" builds anew.`);
    const builds = await Promise.all(wanted.map((name) => readBuild(name, getDistFolder(context.root, name))));
    for (const build of builds) await publishAndPrint(context, build);
    const pins = builds.map(({ name, version }) => ({ name, version }));
    const { revision, change } = await changeChannel(
      context.store,
      context.channel,
      [...pins, ...(await getInitialOverrides(context))],
      context.reason,
    );
    context.print(
      change === ''
        ? `All of it is live already (revision ${revision}).`
        : `Revision ${revision} of ${context.channel} is live: ${change}.`,
    );
  },
};

/** Lists all builds except those of retired remotes. */
async function findDeployableBuilds({ root, store, channel, print }: Context): Promise<string[]> {
  const { retired } = createPlan(channel, (await openChannel(store, channel).newest())?.document);
  const built = listBuiltNames(root);
  for (const name of built.filter((one) => retired.includes(one)))
    print(`${name} is retired from ${channel} and left out: name it to have it back.`);
  return built.filter((name) => !retired.includes(name));
}
