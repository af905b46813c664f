import { livePins } from '../releases/channel/channel-document.ts';
import { openChannel } from '../releases/channel/channel-store.ts';
import { DeliveryError } from '../releases/delivery-error.ts';
import type { Context } from './context.ts';

/** Prints what is live in the channel, and who made it so. */
export async function statusCommand({ store, channel: name, print }: Context): Promise<void> {
  const channel = openChannel(store, name);
  const live = await channel.revision(await channel.current());
  if (!live) throw new DeliveryError(`Nothing is live in the channel "${name}": run "pnpm delivery deploy" first.`);
  const pins = livePins(live.document);
  const width = Math.max(...pins.map((pin) => pin.name.length));
  print(`${name}, revision ${live.document.revision}, by ${live.who} at ${live.at}${live.why && `: ${live.why}`}`);
  for (const pin of pins) print(`  ${pin.name.padEnd(width)}  ${pin.version}`);
}
