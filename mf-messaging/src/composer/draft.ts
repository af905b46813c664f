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

const NO_REPLY = { _id: '', seq: 0, sender: { _id: '', name: '' }, preview: '' };

const replyKey = (key: OwnKey): OwnKey => `${key}.reply`;

/** What the draft answers, kept beside its words; the sender's picture is not in a quote. */
const createReplyDraft = (key: OwnKey) =>
  persistedDraft({ key: replyKey(key), initial: NO_REPLY, isEmpty: ({ _id }: typeof NO_REPLY) => _id === '' });

function readReply(key: OwnKey): QuotedMessage | null {
  const { sender, ...quote } = createReplyDraft(key).read();
  return quote._id === '' ? null : { ...quote, sender: { ...sender, image: null } };
}

const listeners = new Set<() => void>();
const notifyListeners = () => listeners.forEach((listener) => listener());

/**
 * Cache of drafts as the rows of a list show them: each row reads its draft at every keystroke, and storage is slow. Empty
 * without subscribers, since changes by other tabs are followed for them only.
 */
const previews = new Map<string, string>();

const buildPreview = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, CHAT.previewMax);

/** What was written in a conversation and not sent, on one line; '' where only files are chosen; undefined: nothing is. */
export function readDraftPreview(owner: DraftOwner): string | undefined {
  const key = draftKey(owner);
  const text = previews.get(key) ?? buildPreview(persistedDraft({ key, initial: '' }).read());
  if (listeners.size > 0) previews.set(key, text);
  return text !== '' || draftFiles.has(key) ? text : undefined;
}

function changePreview(key: OwnKey, text: string): void {
  if (listeners.size > 0) previews.set(key, buildPreview(text));
  notifyListeners();
}

function handleStorage({ key }: StorageEvent): void {
  if (key === null) previews.clear();
  else previews.delete(key);
  notifyListeners();
}

/** Calls `listener` when a draft changes, here or in another tab. @returns a function that stops it */
export function onDraftChange(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', handleStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('storage', handleStorage);
    previews.clear();
  };
}

/** Files that were chosen and not sent: kept while the page is there, since storage has no room for them. */
export const draftFiles = new Map<string, readonly File[]>();

const MEGABYTE = 1024 * 1024;
/** So many files are named one by one. */
const MAX_NAMED_FILES = 3;

function findFileError({ name, size }: File): string | undefined {
  if (size > CHAT.fileMaxBytes) return `${name} is larger than ${CHAT.fileMaxBytes / MEGABYTE} MB`;
  return size === 0 ? `${name} is empty` : undefined;
}

/** "a.png", "a.png and b.png", "a.png, b.png, c.png and 4 more". */
function formatNames(names: readonly string[]): string {
  if (names.length > MAX_NAMED_FILES) return `${names.slice(0, MAX_NAMED_FILES).join(', ')} and ${names.length - MAX_NAMED_FILES} more`;
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '');
}

/**
 * Of chosen files, those that may go with a message, and why the others may not.
 *
 * @param capacity how many more there may be
 */
function selectFiles(chosen: readonly File[], capacity: number): { accepted: File[]; fileErrors: string[] } {
  const fileErrors = chosen.map(findFileError).filter((text) => text !== undefined);
  const fit = chosen.filter((file) => findFileError(file) === undefined);
  const left = fit.slice(Math.max(capacity, 0)).map(({ name }) => name);
  const tooMany = left.length > 0 ? [`A message takes up to ${CHAT.filesMax} files: ${formatNames(left)} left out`] : [];
  return { accepted: fit.slice(0, Math.max(capacity, 0)), fileErrors: [...fileErrors, ...tooMany] };
}

/** Files of a paste or a drop; a folder is none. */
export function readTransferredFiles(data: DataTransfer): { files: File[]; folders: string[] } {
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
  const textDraft = usePersistedDraft({ key, initial: '' }, { onClear: () => write(''), onChange: (changed) => setText(changed) });
  const [text, setText] = useState(textDraft.first);
  const [files, setFiles] = useState(() => draftFiles.get(key) ?? []);
  const [fileErrors, setRefusals] = useState<readonly string[]>([]);
  const [replyTo, setReplyTo] = useState(() => readReply(key));
  useEffect(() => onKeyChange(replyKey(key), () => setReplyTo(readReply(key))), [key]);
  // Two drops within one frame must not both fill the same room.
  const latest = useRef(files);

  function setDraftFiles(next: readonly File[]): void {
    latest.current = next;
    setFiles(next);
    if (next.length > 0) draftFiles.set(key, next);
    else draftFiles.delete(key);
    notifyListeners();
  }
  function write(next: string): void {
    setText(next);
    textDraft.keep(next);
    changePreview(key, next);
  }
  function setReply(quote: QuotedMessage | null): void {
    setReplyTo(quote);
    createReplyDraft(key).write(quote ?? NO_REPLY);
  }
  return {
    text,
    files,
    fileErrors,
    replyTo,
    setReply,
    write,
    add(chosen: readonly File[], others: readonly string[] = []): void {
      const { accepted, fileErrors: why } = selectFiles(chosen, CHAT.filesMax - latest.current.length);
      setRefusals([...others, ...why]);
      setDraftFiles([...latest.current, ...accepted]);
    },
    remove(file: File): void {
      setRefusals([]);
      setDraftFiles(latest.current.filter((other) => other !== file));
    },
    /** Puts in what was taken back, unless something else stands here. */
    restore(content: string, attached: readonly File[], quote: QuotedMessage | null): void {
      if (text.trim() !== '' || latest.current.length > 0) return;
      write(content);
      setDraftFiles(attached);
      setReply(quote);
    },
    clear(): void {
      setRefusals([]);
      textDraft.clear();
      write('');
      setDraftFiles([]);
      setReply(null);
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;
