import { createContext, use } from 'react';
import type { ReactNode } from 'react';

/** `settings` matches every slot whose name ends in `-settings`. */
export type SlotKind = 'settings';

export const SlotsContext = createContext<(kind: SlotKind) => ReactNode>(() => null);

/** Renders the sections that other remotes add to this page (contract 3.3). */
export const Slots = ({ kind }: { kind: SlotKind }): ReactNode => use(SlotsContext)(kind);
