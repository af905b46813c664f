import { CHAT } from '@solvent/contracts';
import type { QuotedMessage } from '@solvent/contracts';
import { persistedDraft, usePersistedDraft } from '@solvent/kit';
import { onKeyChange } from '@solvent/store';
import type { OwnKey } from '@solvent/store';
import { useEffect, useRef, useState } from 'react';

/** Whose draft, and of which conversation. */
interface DraftOwner {
  userId: string;
  conversationId: string;
}

const draftKey = ({ userId, conversationId }: DraftOwner): OwnKey => `solvent.draft.message.${userId}.${conversationId}`;

const NOTHING = { _id: '', seq: 0, sender: { _id: '', name: '' }, preview: '' };

const replyKey = (key: OwnKey): OwnKey => `${key}.reply`;

/** What the draft answers, kept beside its words; the sender's picture is not in a quote. */
const keptReply = (key: OwnKey) =>
  persistedDraft({ key: replyKey(key), initial: NOTHING, isEmpty: ({ _id }: typeof NOTHING) => _id === '' });

function readReply(key: OwnKey): QuotedMessage | null {
  const { sender, ...quote } = keptReply(key).read();
  return quote._id === '' ? null : { ...quote, sender: { ...sender, image: null } };
}

const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());

/**
 * Cache of drafts as the rows of a list show them: each row reads its draft at every keystroke, and storage is slow. Empty
 * without subscribers, since changes by other tabs are followed for them only.
 */
const previews = new Map<string, string>();

const previewOf = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, CHAT.previewMax);

/** What was written in a conversation and not sent, on one line; '' where only files are chosen; undefined: nothing is. */
export function draftText(owner: DraftOwner): string | undefined {
  const key = draftKey(owner);
  const text = previews.get(key) ?? previewOf(persistedDraft({ key, initial: '' }).read());
  if (listeners.size > 0) previews.set(key, text);
  return text !== '' || filesOfDrafts.has(key) ? text : undefined;
}

function changePreview(key: OwnKey, text: string): void {
  if (listeners.size > 0) previews.set(key, previewOf(text));
  tell();
}

function followStorage({ key }: StorageEvent): void {
  if (key === null) previews.clear();
  else previews.delete(key);
  tell();
}

/** Calls `listener` when a draft changes, here or in another tab. @returns a function that stops it */
export function onDraftChange(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', followStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('storage', followStorage);
    previews.clear();
  };
}

/** Files that were chosen and not sent: kept while the page is there, since storage has no room for them. */
export const filesOfDrafts = new Map<string, readonly File[]>();

const MEGABYTE = 1024 * 1024;
/** So many files are named one by one. */
const NAMED = 3;

function refusalOf({ name, size }: File): string | undefined {
  if (size > CHAT.fileMaxBytes) return `${name} is larger than ${CHAT.fileMaxBytes / MEGABYTE} MB`;
  return size === 0 ? `${name} is empty` : undefined;
}

/** "a.png", "a.png and b.png", "a.png, b.png, c.png and 4 more". */
function listed(names: readonly string[]): string {
  if (names.length > NAMED) return `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`;
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '');
}

/**
 * Of chosen files, those that may go with a message, and why the others may not.
 *
 * @param room how many more there may be
 */
function sortOut(chosen: readonly File[], room: number): { accepted: File[]; refusals: string[] } {
  const refusals = chosen.map(refusalOf).filter((text) => text !== undefined);
  const fit = chosen.filter((file) => refusalOf(file) === undefined);
  const left = fit.slice(Math.max(room, 0)).map(({ name }) => name);
  const tooMany = left.length > 0 ? [`A message takes up to ${CHAT.filesMax} files: ${listed(left)} left out`] : [];
  return { accepted: fit.slice(0, Math.max(room, 0)), refusals: [...refusals, ...tooMany] };
}

/** Files of a paste or a drop; a folder is none. */
export function filesOf(data: DataTransfer): { files: File[]; folders: string[] } {
  const entries = [...data.items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry?.() ?? null);
  const folders = entries.flatMap((entry) => (entry?.isDirectory ? entry.name : []));
  return { files: [...data.files].filter(({ name }) => !folders.includes(name)), folders };
}

/**
 * What a person writes in a conversation, and the files with it: the words outlive a reload, the files another page. All tabs
 * show the same words, so that what one has sent is in none of them. `refusals` say why files that were chosen last are not
 * among them.
 */
export function useDraft(owner: DraftOwner) {
  const key = draftKey(owner);
  const words = usePersistedDraft({ key, initial: '' }, { onClear: () => write(''), onChange: (changed) => setText(changed) });
  const [text, setText] = useState(words.first);
  const [files, setFiles] = useState(() => filesOfDrafts.get(key) ?? []);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const [replyTo, setReplyTo] = useState(() => readReply(key));
  useEffect(() => onKeyChange(replyKey(key), () => setReplyTo(readReply(key))), [key]);
  // Two drops within one frame must not both fill the same room.
  const latest = useRef(files);

  function put(next: readonly File[]): void {
    latest.current = next;
    setFiles(next);
    if (next.length > 0) filesOfDrafts.set(key, next);
    else filesOfDrafts.delete(key);
    tell();
  }
  function write(next: string): void {
    setText(next);
    words.keep(next);
    changePreview(key, next);
  }
  function answer(quote: QuotedMessage | null): void {
    setReplyTo(quote);
    keptReply(key).write(quote ?? NOTHING);
  }
  return {
    text,
    files,
    refusals,
    replyTo,
    answer,
    write,
    add(chosen: readonly File[], others: readonly string[] = []): void {
      const { accepted, refusals: why } = sortOut(chosen, CHAT.filesMax - latest.current.length);
      setRefusals([...others, ...why]);
      put([...latest.current, ...accepted]);
    },
    remove(file: File): void {
      setRefusals([]);
      put(latest.current.filter((other) => other !== file));
    },
    /** Puts in what was taken back, unless something else stands here. */
    restore(content: string, attached: readonly File[], quote: QuotedMessage | null): void {
      if (text.trim() !== '' || latest.current.length > 0) return;
      write(content);
      put(attached);
      answer(quote);
    },
    clear(): void {
      setRefusals([]);
      words.clear();
      write('');
      put([]);
      answer(null);
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;
