import { changeChannel } from '../releases/channel/change-channel.ts';
import { parsePin } from './context.ts';
import type { Context } from './context.ts';

/** Makes a published version live in the channel. @param text `<name>@<version>` */
export async function promoteCommand(context: Context, text: string): Promise<void> {
  const pin = parsePin(text);
  const { revision, change } = await changeChannel(context.store, context.channel, [pin], context.reason);
  context.print(
    change === ''
      ? `${text} is live already (revision ${revision}).`
      : `Revision ${revision} of ${context.channel} is live: ${change}.`,
  );
}
