import { createContext, use } from 'react';
import type { ReactNode } from 'react';

/** What a page has room for: `settings` is every slot whose name ends in `-settings`. */
export type SlotKind = 'settings';

/** How the shell renders the slots of a kind. */
export const SlotsContext = createContext<(kind: SlotKind) => ReactNode>(() => null);

/** Sections that other remotes add to this page (contract 3.3). Renders nothing where none has any. */
export const Slots = ({ kind }: { kind: SlotKind }): ReactNode => use(SlotsContext)(kind);
