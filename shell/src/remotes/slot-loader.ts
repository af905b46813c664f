import type { SlotName, SlotProps } from '@solvent/federation';
import type { ChannelDocument } from '@solvent/federation/manifest';
import type { ComponentType } from 'react';
import { memoizeLoad } from './retry.ts';
import type { MemoizedLoad } from './retry.ts';
import type { RemoteLoader } from './remote-loader.ts';

/** `force`: as for the remote's own load. */
type LoadOptions = Parameters<RemoteLoader['load']>[1];

export interface SlotLoader {
  /** The slot's component, loaded once. @throws Error when no remote offers it, or it cannot be loaded */
  load: <Name extends SlotName>(name: Name, options?: LoadOptions) => Promise<ComponentType<SlotProps[Name]>>;
  /** The component when it is there already. */
  getLoaded: <Name extends SlotName>(name: Name) => ComponentType<SlotProps[Name]> | undefined;
}

type AnySlot = ComponentType<never>;

/** Finds who offers a slot in the channel document, loads that remote, then the slot's own code. */
export function createSlotLoader(channel: ChannelDocument, loader: RemoteLoader): SlotLoader {
  const slots = new Map<SlotName, MemoizedLoad<AnySlot, [LoadOptions]>>();

  async function fetchSlot(name: SlotName, options: LoadOptions): Promise<AnySlot> {
    const owner = channel.remotes.find((remote) => remote.slots.includes(name));
    if (!owner) throw new Error(`No remote of this channel offers the slot "${name}".`);
    const remote = await loader.load(owner.name, options);
    const loadSlot = remote.slots[name];
    if (!loadSlot) throw new Error(`${owner.name} announces the slot "${name}" and does not export it.`);
    return (await loadSlot()).Component as AnySlot;
  }

  function getSlot(name: SlotName): MemoizedLoad<AnySlot, [LoadOptions]> {
    const slot = slots.get(name) ?? memoizeLoad((options: LoadOptions) => fetchSlot(name, options));
    slots.set(name, slot);
    return slot;
  }

  return {
    load(name, options) {
      // The map's key decides the props; TypeScript cannot say so of a map.
      return getSlot(name).load(options) as never;
    },
    getLoaded: (name) => getSlot(name).value() as never,
  };
}
