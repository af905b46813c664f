import type { PageModule, Remote, RemoteRoute, SlotLoaders, SlotName } from '@solvent/federation';
import { inTries } from './in-tries.ts';

/** What stands in for a remote's page or slot when its code cannot be had. */
export interface StandIn {
  /** Milliseconds after which there is no second try, since something stands in. */
  patience: number;
  /** Says that a page or slot could not be had. */
  onFailure: (error: unknown) => void;
  /** The remote's next version. @throws when there is none, or it cannot be had either */
  next: () => Promise<Remote>;
}

/** Two tries, then the same part of the next version. @throws what the last try of the first version threw, where none has it */
async function withStandIn<Part>(
  load: () => Promise<Part>,
  other: (next: Remote) => (() => Promise<Part>) | undefined,
  standIn: StandIn,
) {
  try {
    return await inTries(load, standIn.patience);
  } catch (error) {
    standIn.onFailure(error);
    const stood = await standIn.next().then(other, () => undefined);
    if (!stood) throw error;
    return stood();
  }
}

function sturdyRoute(route: RemoteRoute, standIn: StandIn): RemoteRoute {
  const same = (next: Remote) => next.routes.find(({ path }) => path === route.path)?.page;
  return { ...route, page: () => withStandIn<PageModule>(route.page, same, standIn) };
}

function sturdySlots(slots: SlotLoaders, standIn: StandIn): SlotLoaders {
  const sturdy = Object.entries(slots).map(([name, load]) => [
    name,
    // A slot's name decides its props; TypeScript cannot say so of entries.
    () => withStandIn(load as () => Promise<unknown>, (next) => next.slots[name as SlotName] as () => Promise<unknown>, standIn),
  ]);
  return Object.fromEntries(sturdy) as SlotLoaders;
}

/** A remote whose pages and slots are tried twice, and then taken from its next version. */
export const sturdyRemote = ({ routes, slots }: Remote, standIn: StandIn): Remote => ({
  routes: routes.map((route) => sturdyRoute(route, standIn)),
  slots: sturdySlots(slots, standIn),
});
