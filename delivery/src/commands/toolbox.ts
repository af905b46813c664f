import { DEVELOPMENT_CHANNEL } from '@solvent/federation/manifest';
import { changeChannel } from '../channel/change-channel.ts';
import { DeliveryError } from '../delivery-error.ts';
import type { Context } from './context.ts';

const WAYS: Record<string, boolean> = { open: true, close: false };

/**
 * Opens the Toolbox of the channel, so that its entry in the menu leads to /toolbox; or closes it, so that the entry opens
 * the Coming Soon dialog (spec 1). The pages of the Toolbox answer either way.
 *
 * @param way `open` or `close`
 */
export async function toolboxCommand(context: Context, way: string): Promise<void> {
  const toolboxOpen = WAYS[way];
  if (toolboxOpen === undefined) throw new DeliveryError(`"${way}" is not known: write "toolbox open" or "toolbox close".`);
  if (context.channel === DEVELOPMENT_CHANNEL)
    throw new DeliveryError('The development channel has the Toolbox as open as production had it when "pnpm dev" started.');
  const { revision, change } = await changeChannel(context.store, context.channel, { toolboxOpen }, context.reason);
  context.print(
    change === ''
      ? `The Toolbox of ${context.channel} is ${toolboxOpen ? 'open' : 'closed'} already (revision ${revision}).`
      : `Revision ${revision} of ${context.channel} is live: ${change}.`,
  );
}
