import type { SlotName, SlotProps } from '@solvent/federation';
import type { ChannelDocument } from '@solvent/federation/manifest';
import type { ComponentType } from 'react';
import { memoizeLoad } from './retry.ts';
import type { MemoizedLoad } from './retry.ts';
import type { RemoteLoader } from './remote-loader.ts';

type LoadOptions = Parameters<RemoteLoader['load']>[1];

export interface SlotLoader {
  /** Loads the slot's component once. @throws Error if no remote provides it, or it fails to load */
  load: <Name extends SlotName>(name: Name, options?: LoadOptions) => Promise<ComponentType<SlotProps[Name]>>;
  getLoaded: <Name extends SlotName>(name: Name) => ComponentType<SlotProps[Name]> | undefined;
}

type AnySlot = ComponentType<never>;

export function createSlotLoader(channel: ChannelDocument, loader: RemoteLoader): SlotLoader {
  const slots = new Map<SlotName, MemoizedLoad<AnySlot, [LoadOptions]>>();

  async function fetchSlot(name: SlotName, options: LoadOptions): Promise<AnySlot> {
    const owner = channel.remotes.find((remote) => remote.slots.includes(name));
    if (!owner) throw new Error(`No remote of this channel provides the slot "${name}".`);
    const remote = await loader.load(owner.name, options);
    const loadSlot = remote.slots[name];
    if (!loadSlot) throw new Error(`${owner.name} declares the slot "${name}" but does not export it.`);
    return (await loadSlot()).Component as AnySlot;
  }

  function getSlot(name: SlotName): MemoizedLoad<AnySlot, [LoadOptions]> {
    const slot = slots.get(name) ?? memoizeLoad((options: LoadOptions) => fetchSlot(name, options));
    slots.set(name, slot);
    return slot;
  }

  return {
    load(name, options) {
      // The name determines the props; a Map loses that type.
      return getSlot(name).load(options) as never;
    },
    getLoaded: (name) => getSlot(name).getValue() as never,
  };
}
