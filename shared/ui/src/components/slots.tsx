import { createContext, use } from 'react';
import type { ReactNode } from 'react';

/** Kinds of slots that a page can show: `settings` is every slot whose name ends in `-settings`. */
export type SlotKind = 'settings';

/** Renders the slots of a kind; the shell provides it. */
export const SlotsContext = createContext<(kind: SlotKind) => ReactNode>(() => null);

/** Sections that other remotes add to this page (contract 3.3). Renders nothing if there are none. */
export const Slots = ({ kind }: { kind: SlotKind }): ReactNode => use(SlotsContext)(kind);
