import type { Message, QuotedMessage } from '@solvent/contracts';
import { getMessageSummary } from '@solvent/contracts/message-preview';
import { createContext, use } from 'react';

/** What one can do in a thread with its messages; the same functions for as long as it is open. */
export interface ThreadActions {
  userId: string;
  /** False once the other account is deleted: what was said stays as it is. */
  canWrite: boolean;
  reply: (message: Message) => void;
  edit: (message: Message) => void;
  /** Shows the message at a place, and marks it for a moment. */
  jumpTo: (seq: number) => void;
}

const NO_ACTIONS: ThreadActions = {
  userId: '',
  canWrite: false,
  reply: () => undefined,
  edit: () => undefined,
  jumpTo: () => undefined,
};

export const ThreadActionsContext = createContext(NO_ACTIONS);
export const useThreadActions = () => use(ThreadActionsContext);

/** A message as it is quoted where it is answered. */
export const buildQuote = ({ _id, seq, sender, content, files }: Message): QuotedMessage => ({
  _id,
  seq,
  sender,
  preview: getMessageSummary(content, files.length),
});
