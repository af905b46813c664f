import { MODULE_LICENSES, MODULE_TECHNOLOGIES } from '@solvent/contracts';
import { onKeyChange, readKey, writeKey } from '@solvent/store';
import { useEffect, useEffectEvent, useState } from 'react';
import { EMPTY_UPLOAD } from './upload-values.ts';
import type { UploadValues } from './upload-values.ts';

const FILE_FIELDS = ['zipFile', 'previewImages', 'previewVideos'] as const;
export type FileField = (typeof FILE_FIELDS)[number];

/** Names of files by field. Browsers keep no files over a reload: they are asked for again by name. */
type FileNames = Record<FileField, string[]>;

/** What the form keeps in this browser, and the key under which the server makes one module of it, however often it is sent. */
interface UploadDraft {
  values: UploadValues;
  /** Chosen before the page was left. */
  names: FileNames;
  idempotencyKey: string;
}

const NO_NAMES: FileNames = { zipFile: [], previewImages: [], previewVideos: [] };

const newDraft = (): UploadDraft => ({ values: EMPTY_UPLOAD, names: NO_NAMES, idempotencyKey: crypto.randomUUID() });

/** A draft is one for each person. */
export const draftKey = (userId: string): string => `solvent.draft.module.${userId}`;

const newIdempotencyKey = (): string => crypto.randomUUID();

type Saved = Partial<Record<string, unknown>>;

export const isRecord = (given: unknown): given is Saved => typeof given === 'object' && given !== null;
const text = (given: unknown): string => (typeof given === 'string' ? given : '');
const texts = (given: unknown): string[] => (Array.isArray(given) ? given.filter((item) => typeof item === 'string') : []);

/** The texts of the form, from what a browser kept: what makes no sense there is left out. */
export function readValues(saved: Saved): UploadValues {
  const known: readonly string[] = MODULE_TECHNOLOGIES;
  return {
    ...EMPTY_UPLOAD,
    title: text(saved.title),
    description: text(saved.description),
    techStack: texts(saved.techStack).filter((name) => known.includes(name)),
    price: saved.price === 'paid' ? 'paid' : 'free',
    priceAmount: text(saved.priceAmount),
    license: MODULE_LICENSES.find((license) => license === saved.license) ?? '',
    documentation: text(saved.documentation),
    repositoryUrl: text(saved.repositoryUrl),
  };
}

const readNames = (saved: Saved): FileNames => ({
  zipFile: texts(saved.zipFile),
  previewImages: texts(saved.previewImages),
  previewVideos: texts(saved.previewVideos),
});

/** The draft of this browser under a key, or a new one. What cannot be read is as if it were not there. */
function readDraft(key: string): UploadDraft {
  try {
    const saved: unknown = JSON.parse(readKey(key) ?? 'null');
    if (!isRecord(saved) || !isRecord(saved.values) || typeof saved.idempotencyKey !== 'string') return newDraft();
    const names = isRecord(saved.names) ? readNames(saved.names) : NO_NAMES;
    return { values: readValues(saved.values), names, idempotencyKey: saved.idempotencyKey };
  } catch {
    return newDraft();
  }
}

const namesIn = ({ zipFile, previewImages, previewVideos }: UploadValues): FileNames => ({
  zipFile: zipFile ? [zipFile.name] : [],
  previewImages: previewImages.map(({ name }) => name),
  previewVideos: previewVideos.map(({ name }) => name),
});

/** Names that are still asked for: another archive takes the place of the one before. */
function stillAsked(asked: FileNames, values: UploadValues): FileNames {
  const chosen = namesIn(values);
  return {
    zipFile: values.zipFile ? [] : asked.zipFile,
    previewImages: asked.previewImages.filter((name) => !chosen.previewImages.includes(name)),
    previewVideos: asked.previewVideos.filter((name) => !chosen.previewVideos.includes(name)),
  };
}

const allNames = (asked: FileNames, values: UploadValues): FileNames => {
  const chosen = namesIn(values);
  const both = (field: FileField) => [...stillAsked(asked, values)[field], ...chosen[field]];
  return { zipFile: both('zipFile'), previewImages: both('previewImages'), previewVideos: both('previewVideos') };
};

/** Texts alone: files cannot be kept, and the terms are agreed to anew. */
export const textsOf = ({
  zipFile: _zip,
  previewImages: _images,
  previewVideos: _videos,
  termsAgreement: _terms,
  ...rest
}: UploadValues) => rest;

/**
 * Keeps texts and the files' names in this browser, or removes a draft in which nothing stands but what the form started with.
 *
 * @returns whether it is kept: there is something to keep, and the browser has room for it
 */
function keepDraft(key: string, { values, names, idempotencyKey }: UploadDraft): boolean {
  const kept = { values: textsOf(values), names: allNames(names, values), idempotencyKey };
  const isEmpty =
    JSON.stringify(kept.values) === JSON.stringify(textsOf(EMPTY_UPLOAD)) &&
    FILE_FIELDS.every((field) => kept.names[field].length === 0);
  const written = isEmpty ? null : JSON.stringify(kept);
  writeKey(key, written);
  return written !== null && readKey(key) === written;
}

const dropDraft = (key: string): void => writeKey(key, null);

/** The draft that a person's form starts with. */
export function useFirstDraft(userId: string): UploadDraft {
  const [draft] = useState(() => readDraft(draftKey(userId)));
  return draft;
}

/**
 * Keeps what is typed, and the names of the files, in this browser. Once the draft was sent, what still stands here would be another module:
 * it has another key for the server.
 */
export function useKeptDraft(userId: string, first: UploadDraft, values: UploadValues) {
  const key = draftKey(userId);
  const [names, setNames] = useState(first.names);
  const [idempotencyKey, setIdempotencyKey] = useState(first.idempotencyKey);
  const [isKept, setIsKept] = useState(false);
  /** Sent, from here or from another tab: no draft any more until something changes. */
  const [settled, setSettled] = useState<UploadValues | null>(null);
  const renewKey = () => setIdempotencyKey(newIdempotencyKey());

  useEffect(() => {
    if (values !== settled) setIsKept(keepDraft(key, { values, names, idempotencyKey }));
  }, [key, values, names, idempotencyKey, settled]);

  function settle(): void {
    setSettled(values);
    setIsKept(false);
  }
  const heed = useEffectEvent((saved: string | null) => {
    if (saved !== null) return;
    settle();
    renewKey();
  });
  useEffect(() => onKeyChange(key, heed), [key]);

  return {
    asked: stillAsked(names, values),
    forget: (field: FileField) => setNames((known) => ({ ...known, [field]: [] })),
    idempotencyKey,
    renewKey,
    isKept,
    drop: () => {
      settle();
      dropDraft(key);
    },
    /** For the next visit; by then it is another module. */
    restore: () => void keepDraft(key, { values, names, idempotencyKey: newIdempotencyKey() }),
  };
}
