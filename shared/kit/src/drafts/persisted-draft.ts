import { onKeyChange, readKey, writeKey } from '@solvent/store';
import type { OwnKey } from '@solvent/store';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { throttle } from '../queries/throttle.ts';

const WRITE_INTERVAL_MS = 300;

interface DraftSchema {
  type: string;
  isType: (value: unknown) => boolean;
  describe: () => { oneOf?: unknown[] };
  fields?: Record<string, unknown>;
  innerType?: unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Checks only type and choices: drafts may violate other rules, and numbers are stored as typed. */
function matchesSchema(schema: DraftSchema, value: unknown): boolean {
  if (value === undefined) return false;
  const { oneOf = [] } = schema.describe();
  const isType = schema.isType(value) || (schema.type === 'number' && typeof value === 'string');
  return isType && (oneOf.length === 0 || oneOf.includes(value));
}

const getKind = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);

/** Replaces invalid parts of a saved value by the initial ones. Without a schema, only types are checked. */
function parse(schema: DraftSchema | Pick<DraftSchema, 'fields'> | undefined, saved: unknown, initial: unknown): unknown {
  if (isRecord(initial)) {
    if (!isRecord(saved)) return initial;
    // yup also allows references here, which our schemas do not use.
    const fields = (schema?.fields ?? {}) as Record<string, DraftSchema | undefined>;
    const names = new Set([...Object.keys(initial), ...Object.keys(fields).filter((name) => name in saved)]);
    const entries = [...names].map((name) => [name, parse(fields[name], saved[name], initial[name])] as const);
    return Object.fromEntries(entries.filter(([name, value]) => value !== undefined || name in initial));
  }
  // Empty fields are valid in a draft.
  if (saved === '' && (typeof initial === 'string' || initial === undefined)) return saved;
  if (!schema || !('isType' in schema)) return getKind(saved) === getKind(initial) ? saved : initial;
  const { innerType } = schema;
  if (innerType && Array.isArray(saved)) return saved.filter((item) => matchesSchema(innerType as DraftSchema, item));
  return matchesSchema(schema, saved) ? saved : initial;
}

export interface DraftOptions<Draft> {
  /** Storage key with the user's id, such as `solvent.draft.bid.<person>.<problem>`. */
  key: OwnKey;
  /** Value without a draft; equal content is not stored. */
  initial: Draft;
  /** Schema of the request, if types alone are not enough. Invalid saved parts are dropped. */
  schema?: Pick<DraftSchema, 'fields'>;
  /** `session`: only for this tab. */
  area?: 'local' | 'session';
  /** By default: has the content of `initial`, or only whitespace. */
  isEmpty?: (draft: Draft) => boolean;
}

export interface PersistedDraft<Draft> {
  read: () => Draft;
  /** @param stored as {@link write} stored it; null without a draft */
  parse: (stored: string | null) => Draft;
  /** Stores a draft, or removes an empty one. @returns whether it was stored */
  write: (draft: Draft) => boolean;
  clear: () => void;
  isEmpty: (draft: Draft) => boolean;
}

/** Compares deeply, but only the fields that `isCompared` selects. */
function isSame(one: unknown, other: unknown, isCompared: (name: string, value: unknown) => boolean): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [oneFields, otherFields] = [one, other].map((value) => Object.entries(value).filter((entry) => isCompared(...entry)));
  const fields = new Map(otherFields);
  return oneFields?.length === fields.size && oneFields.every(([name, value]) => isSame(value, fields.get(name), isCompared));
}

const isAnyField = () => true;
const isContentField = (name: string, value: unknown) => name !== 'idempotencyKey' && value !== '' && value !== undefined;

/** Compares content: ignores idempotency keys, and treats empty fields like missing ones. */
export const hasSameContent = (one: unknown, other: unknown): boolean => isSame(one, other, isContentField);

/** Creates a draft in browser storage. Text drafts are stored as they are, others as JSON. */
export function createPersistedDraft<Draft>({ key, initial, schema, area, isEmpty }: DraftOptions<Draft>): PersistedDraft<Draft> {
  const isText = typeof initial === 'string';
  const isEmptyDraft = (draft: Draft) =>
    isEmpty ? isEmpty(draft) : isText ? String(draft).trim() === '' : hasSameContent(draft, initial);
  function parseDraft(stored: string | null): Draft {
    if (stored === null) return initial;
    if (isText) return stored as Draft;
    try {
      return parse(schema, JSON.parse(stored), initial) as Draft;
    } catch {
      return initial;
    }
  }
  return {
    isEmpty: isEmptyDraft,
    parse: parseDraft,
    read: () => parseDraft(readKey(key, area)),
    write(draft) {
      const written = isEmptyDraft(draft) ? null : isText ? String(draft) : JSON.stringify(draft);
      writeKey(key, written, area);
      return written !== null && readKey(key, area) === written;
    },
    clear: () => writeKey(key, null, area),
  };
}

interface FormDraft<Draft> {
  /** The draft when the form opened, or `initial`. */
  initialValue: Draft;
  /** Stores a changed draft, unless it equals the cleared one: at once, then at most every 300 ms. */
  save: (draft: Draft) => void;
  isSaved: boolean;
  /** Removes the draft after a submit, until the content changes. */
  clear: () => void;
  /** Stores a cleared draft again, for example when sending failed. */
  restore: (draft: Draft) => void;
}

interface OtherTabHandlers<Draft> {
  /**
   * The draft was sent or discarded.
   *
   * @param hasOwnText the form has other content than that draft, and may keep it
   */
  onClear?: (hasOwnText: boolean) => void;
  /** The draft was changed; for forms that show that at once. */
  onChange?: (draft: Draft) => void;
}

/** Manages a form's draft: `initialValue` fills the form, {@link useAutosave} stores it. Uses the options of the first render. */
export function usePersistedDraft<Draft>(options: DraftOptions<Draft>, handlers: OtherTabHandlers<Draft> = {}): FormDraft<Draft> {
  const { key, area } = options;
  const [draft] = useState(() => createPersistedDraft(options));
  const [initialValue] = useState(draft.read);
  const [isSaved, setIsSaved] = useState(() => !draft.isEmpty(initialValue));
  const latest = useRef<{ value: Draft }>({ value: initialValue });
  const cleared = useRef<{ value: Draft }>(undefined);
  const [writes] = useState(() => throttle((value: Draft) => setIsSaved(draft.write(value)), WRITE_INTERVAL_MS));
  // Stores the last input before the form, tab or browser closes.
  useEffect(() => {
    window.addEventListener('pagehide', writes.flush);
    document.addEventListener('visibilitychange', writes.flush);
    return () => {
      window.removeEventListener('pagehide', writes.flush);
      document.removeEventListener('visibilitychange', writes.flush);
      writes.flush();
    };
  }, [writes]);

  const markCleared = () => {
    writes.drop();
    cleared.current = latest.current;
    setIsSaved(false);
  };
  const handleOtherTab = useEffectEvent((saved: string | null, previous: string | null) => {
    if (saved === null) {
      const { value } = latest.current;
      const hasOwnText = !draft.isEmpty(value) && !hasSameContent(value, draft.parse(previous));
      markCleared();
      // The form is emptied: that must not remove a draft that the other tab has begun since.
      if (!hasOwnText) cleared.current = { value: options.initial };
      handlers.onClear?.(hasOwnText);
    } else if (handlers.onChange) {
      writes.drop();
      latest.current = { value: draft.read() };
      handlers.onChange(latest.current.value);
    }
  });
  useEffect(() => (area === 'session' ? undefined : onKeyChange(key, handleOtherTab)), [key, area]);

  return {
    initialValue,
    isSaved,
    save: (value) => {
      if (isSame(value, latest.current.value, isAnyField)) return;
      latest.current = { value };
      if (cleared.current && hasSameContent(value, cleared.current.value)) return;
      cleared.current = undefined;
      writes.push(value);
    },
    clear: () => {
      markCleared();
      draft.clear();
    },
    restore: (value) => {
      cleared.current = undefined;
      latest.current = { value };
      writes.push(value);
      writes.flush();
    },
  };
}

export function useAutosave<Draft>({ save }: Pick<FormDraft<Draft>, 'save'>, value: Draft): void {
  useEffect(() => save(value));
}
