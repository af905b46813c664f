import type { Message } from '@solvent/contracts';
import type { StoredMessage } from './check-database.ts';
import { addFaults, createFaults } from './faults.ts';
import type { Faults } from './faults.ts';
import type { Screen } from './screen.ts';

const isSame = (shown: Message, row: StoredMessage) =>
  shown.seq === row.seq &&
  shown.clientId === row.clientId &&
  shown.content === row.content &&
  shown.sender._id === row.senderId &&
  shown.files.length === row.files;

function compare(shown: readonly Message[], rows: readonly StoredMessage[], faults: Faults): void {
  const byId = new Map(shown.map((message) => [message._id, message]));
  for (const row of rows) {
    const message = byId.get(row.id);
    if (message === undefined) faults.lost += 1;
    else if (!isSame(message, row)) faults.altered += 1;
  }
  const stored = new Set(rows.map(({ id }) => id));
  faults.altered += shown.filter(({ _id }) => !stored.has(_id)).length;
}

/** Compares what each tab shows with the database, and adds faults that tabs showed earlier. */
export function checkScreens(
  screens: readonly Screen[][],
  getConversations: (tab: number) => string[],
  stored: Map<string, StoredMessage[]>,
): Faults {
  const faults = createFaults();
  screens.forEach((tabScreens, tab) => {
    for (const screen of tabScreens) addFaults(faults, screen.faults);
    for (const id of getConversations(tab)) compare(tabScreens.at(-1)?.read(id)?.messages ?? [], stored.get(id) ?? [], faults);
  });
  return faults;
}
