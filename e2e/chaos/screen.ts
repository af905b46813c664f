import type { LogStore, MessageLog } from '@solvent/chat';
import type { Message } from '@solvent/contracts';
import { countSequenceFaults, createFaults } from './faults.ts';
import type { Faults } from './faults.ts';

/** The conversations that a tab shows, and faults that a user would have seen. */
export interface Screen extends LogStore {
  faults: Faults;
}

/** Counts messages that were shown before and are missing now. */
function countMissing(before: MessageLog | undefined, log: MessageLog, faults: Faults): void {
  const ids = new Set(log.messages.map(({ _id }) => _id));
  for (const { _id } of before?.messages ?? []) if (!ids.has(_id)) faults.lost += 1;
}

export function createScreen(onShown: (message: Message) => void): Screen {
  const logs = new Map<string, MessageLog>();
  const shown = new Set<string>();
  const faults = createFaults();
  return {
    faults,
    read: (conversationId) => logs.get(conversationId),
    ids: () => [...logs.keys()],
    write(conversationId, log) {
      countMissing(logs.get(conversationId), log, faults);
      const seqs = log.messages.map(({ seq }) => seq);
      countSequenceFaults(seqs, faults);
      logs.set(conversationId, log);
      for (const message of log.messages) {
        if (shown.has(message._id)) continue;
        shown.add(message._id);
        onShown(message);
      }
    },
  };
}
