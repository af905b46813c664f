import { CHAT, validateFiles, cutText } from '@solvent/contracts';
import type { QuotedMessage } from '@solvent/contracts';
import { createPersistedDraft, usePersistedDraft } from '@solvent/kit';
import { onKeyChange } from '@solvent/store';
import type { OwnKey } from '@solvent/store';
import { useEffect, useRef, useState } from 'react';

interface DraftOwner {
  userId: string;
  conversationId: string;
}

const draftKey = ({ userId, conversationId }: DraftOwner): OwnKey => `solvent.draft.message.${userId}.${conversationId}`;

const NO_REPLY = { _id: '', seq: 0, sender: { _id: '', name: '' }, preview: '' };

const replyKey = (key: OwnKey): OwnKey => `${key}.reply`;

/** The message that the draft replies to, stored beside its text. Quotes have no avatar. */
const createReplyDraft = (key: OwnKey) =>
  createPersistedDraft({ key: replyKey(key), initial: NO_REPLY, isEmpty: ({ _id }: typeof NO_REPLY) => _id === '' });

function readReply(key: OwnKey): QuotedMessage | null {
  const { sender, ...quote } = createReplyDraft(key).read();
  return quote._id === '' ? null : { ...quote, sender: { ...sender, image: null } };
}

const listeners = new Set<() => void>();
const notifyListeners = () => listeners.forEach((listener) => listener());

/**
 * Caches previews for list rows: each row reads its draft at every keystroke, and storage is slow. Empty without subscribers,
 * because only they follow changes of other tabs.
 */
const previews = new Map<string, string>();

const buildPreview = (text: string) => cutText(text.replaceAll(/\s+/g, ' ').trim(), CHAT.previewMax);

/** Returns the draft on one line; '' if it has only files, undefined if it is empty. */
export function readDraftPreview(owner: DraftOwner): string | undefined {
  const key = draftKey(owner);
  const text = previews.get(key) ?? buildPreview(createPersistedDraft({ key, initial: '' }).read());
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

/** Subscribes to drafts that change here or in another tab; returns an unsubscribe function. */
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

/** Chosen files are kept in memory until the page closes, because browser storage is too small for them. */
export const draftFiles = new Map<string, readonly File[]>();

const MAX_NAMED_FILES = 3;

/** "a.png", "a.png and b.png", "a.png, b.png, c.png and 4 more". */
function formatNames(names: readonly string[]): string {
  if (names.length > MAX_NAMED_FILES)
    return `${names.slice(0, MAX_NAMED_FILES).join(', ')} and ${names.length - MAX_NAMED_FILES} more`;
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '');
}

/** Names of chosen files, to be chosen again after the page was closed. */
const createNamesDraft = (key: OwnKey) =>
  createPersistedDraft({ key: `${key}.files`, initial: { names: [] as string[] }, area: 'session' });

const getLostNames = (key: OwnKey): string[] =>
  draftFiles.has(key)
    ? []
    : createNamesDraft(key)
        .read()
        .names.filter((name) => typeof name === 'string');

const FILE_RULES = {
  maxBytes: CHAT.fileMaxBytes,
  texts: {
    count: (excess: readonly string[]) => `You can attach up to ${CHAT.filesMax} files. Not added: ${formatNames(excess)}`,
  },
};

/** Reads files of a paste or drop, without folders. */
export function readTransferredFiles(data: DataTransfer): { files: File[]; folders: string[] } {
  const entries = [...data.items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry?.() ?? null);
  const folders = entries.flatMap((entry) => (entry?.isDirectory ? entry.name : []));
  return { files: [...data.files].filter(({ name }) => !folders.includes(name)), folders };
}

/**
 * The draft of a conversation. Its text is stored and shared by all tabs; its files are kept until the page closes. `fileErrors`
 * explain why the files chosen last were rejected.
 */
export function useDraft(owner: DraftOwner) {
  const key = draftKey(owner);
  const textDraft = usePersistedDraft(
    { key, initial: '' },
    {
      onClear: () => {
        write('');
        setFileErrors([]);
      },
      onChange: (changed) => setText(changed),
    },
  );
  const [text, setText] = useState(textDraft.initialValue);
  const [files, setFiles] = useState(() => draftFiles.get(key) ?? []);
  const [fileErrors, setFileErrors] = useState<readonly string[]>(() => {
    const lost = getLostNames(key);
    return lost.length > 0 ? [`Not sent before the page was closed: ${formatNames(lost)}. Choose again to send.`] : [];
  });
  const [replyTo, setReplyTo] = useState(() => readReply(key));
  // They are shown once.
  useEffect(() => {
    if (getLostNames(key).length > 0) createNamesDraft(key).clear();
  }, [key]);
  useEffect(() => onKeyChange(replyKey(key), () => setReplyTo(readReply(key))), [key]);
  // Holds the files between renders, so that two drops in one frame cannot exceed the limit.
  const latest = useRef(files);

  function setDraftFiles(next: readonly File[]): void {
    latest.current = next;
    setFiles(next);
    if (next.length > 0) draftFiles.set(key, next);
    else draftFiles.delete(key);
    createNamesDraft(key).write({ names: next.map(({ name }) => name) });
    notifyListeners();
  }
  function write(next: string): void {
    setText(next);
    textDraft.save(next);
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
      const { accepted, errors } = validateFiles(chosen, FILE_RULES, CHAT.filesMax - latest.current.length);
      setFileErrors([...others, ...errors]);
      setDraftFiles([...latest.current, ...accepted]);
    },
    remove(file: File): void {
      setFileErrors([]);
      setDraftFiles(latest.current.filter((other) => other !== file));
    },
    /** Restores a canceled message unless the composer has other content. */
    restore(content: string, attached: readonly File[], quote: QuotedMessage | null): void {
      if (text.trim() !== '' || latest.current.length > 0) return;
      write(content);
      setDraftFiles(attached);
      setReply(quote);
    },
    clear(): void {
      setFileErrors([]);
      textDraft.clear();
      write('');
      setDraftFiles([]);
      setReply(null);
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;
