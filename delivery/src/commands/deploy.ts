import { changeChannel } from '../releases/channel/change-channel.ts';
import { DeliveryError } from '../releases/delivery-error.ts';
import { publish } from '../release/publish.ts';
import { readBuild } from '../release/read-build.ts';
import { builtNames, distFolder } from './context.ts';
import type { Context } from './context.ts';

/**
 * Publishes builds and makes them live together, in one revision. Does nothing where all is live already.
 *
 * @param names the shell and remotes to deploy; empty: all that are built
 */
export async function deployCommand(context: Context, names: readonly string[]): Promise<void> {
  const wanted = names.length > 0 ? names : builtNames(context.root);
  if (wanted.length === 0) throw new DeliveryError('Nothing is built yet: run "pnpm build" first.');
  const builds = await Promise.all(wanted.map((name) => readBuild(name, distFolder(context.root, name))));
  for (const build of builds) {
    const { isNew } = await publish(context.store, build);
    if (isNew) context.print(`Published ${build.name}@${build.version}.`);
  }
  const { revision, change } = await changeChannel(context.store, context.channel, builds, context.reason);
  context.print(
    change === ''
      ? `All of it is live already (revision ${revision}).`
      : `Revision ${revision} of ${context.channel} is live: ${change}.`,
  );
}
