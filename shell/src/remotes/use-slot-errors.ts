import type { PartErrorKind } from '@solvent/contracts';
import type { SlotName } from '@solvent/federation';
import { useCallback } from 'react';
import { useRemotes } from './remotes-context.ts';

/** Writes what fails of a slot into the page's journal, under the version of the remote that offers it. */
export function useSlotErrors(name: SlotName): (kind: PartErrorKind, error: unknown) => void {
  const { channel, loader, journal } = useRemotes();
  return useCallback(
    (kind, error) => {
      const owner = channel.remotes.find(({ slots }) => slots.includes(name));
      const version = owner && loader.versionOf(owner.name);
      if (version) journal.addError(version, kind, error);
    },
    [channel, loader, journal, name],
  );
}
