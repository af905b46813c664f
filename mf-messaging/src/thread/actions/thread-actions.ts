import type { Message, QuotedMessage } from '@solvent/contracts';
import { getMessageSummary } from '@solvent/contracts/message-preview';
import { createContext, use } from 'react';

/** Stable while the thread is open. */
export interface ThreadActions {
  userId: string;
  /** False if the other account was deleted. */
  canWrite: boolean;
  /** During a dispute, messages cannot be edited or deleted (product 4.34). */
  isDisputed: boolean;
  reply: (message: Message) => void;
  edit: (message: Message) => void;
  report: (message: Message) => void;
  /** Scrolls to a message and highlights it. */
  jumpTo: (seq: number) => void;
}

const NO_ACTIONS: ThreadActions = {
  userId: '',
  canWrite: false,
  isDisputed: false,
  reply: () => undefined,
  edit: () => undefined,
  report: () => undefined,
  jumpTo: () => undefined,
};

export const ThreadActionsContext = createContext(NO_ACTIONS);
export const useThreadActions = () => use(ThreadActionsContext);

export const buildQuote = ({ _id, seq, sender, content, files }: Message): QuotedMessage => ({
  _id,
  seq,
  sender,
  preview: getMessageSummary(content, files.length),
});
