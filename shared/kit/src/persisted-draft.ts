import { onKeyChange, readKey, writeKey } from '@solvent/store';
import type { OwnKey } from '@solvent/store';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { throttledWrite } from './throttled-write.ts';

/** What of a yup schema reads a draft. */
interface DraftSchema {
  type: string;
  isType: (value: unknown) => boolean;
  describe: () => { oneOf?: unknown[] };
  /** Of an object. */
  fields?: Record<string, unknown>;
  /** Of an array. */
  innerType?: unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A draft breaks rules as long as somebody writes it: of them only types and choices count. Figures are kept as typed. */
function matchesSchema(schema: DraftSchema, value: unknown): boolean {
  if (value === undefined) return false;
  const { oneOf = [] } = schema.describe();
  const isType = schema.isType(value) || (schema.type === 'number' && typeof value === 'string');
  return isType && (oneOf.length === 0 || oneOf.includes(value));
}

const getKind = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);

/** What of a saved value makes sense, with the initial one in place of what does not. Without a schema its type decides. */
function parse(schema: DraftSchema | Pick<DraftSchema, 'fields'> | undefined, saved: unknown, initial: unknown): unknown {
  if (isRecord(initial)) {
    if (!isRecord(saved)) return initial;
    // yup's own types of fields and inner types also allow references, which no body of ours has.
    const fields = (schema?.fields ?? {}) as Record<string, DraftSchema | undefined>;
    // A draft may hold only some of the fields.
    const names = new Set([...Object.keys(initial), ...Object.keys(fields).filter((name) => name in saved)]);
    const entries = [...names].map((name) => [name, parse(fields[name], saved[name], initial[name])] as const);
    return Object.fromEntries(entries.filter(([name, value]) => value !== undefined || name in initial));
  }
  // An empty field is kept, although the rules ask for a filled one.
  if (saved === '' && (typeof initial === 'string' || initial === undefined)) return saved;
  if (!schema || !('isType' in schema)) return getKind(saved) === getKind(initial) ? saved : initial;
  const { innerType } = schema;
  if (innerType && Array.isArray(saved)) return saved.filter((item) => matchesSchema(innerType as DraftSchema, item));
  return matchesSchema(schema, saved) ? saved : initial;
}

export interface DraftOptions<Draft> {
  /** Where it is kept, such as `solvent.draft.bid.<person>.<problem>`; names the person. */
  key: OwnKey;
  /** What a form starts with when there is no draft, and to which nothing needs to be kept. */
  initial: Draft;
  /** The yup schema of what is written, where types alone do not tell. What is saved and does not fit is left out. */
  schema?: Pick<DraftSchema, 'fields'>;
  /** `session`: for this tab alone. */
  area?: 'local' | 'session';
  /** Whether there is nothing to keep; by default what {@link hasSameContent} as `initial`, and a text of spaces. */
  isEmpty?: (draft: Draft) => boolean;
}

/** What a person has written and not sent, in this browser: it survives a reload. */
export interface PersistedDraft<Draft> {
  /** The draft, or `initial`. */
  read: () => Draft;
  /** Keeps it, or removes one that is empty. @returns whether it is kept */
  write: (draft: Draft) => boolean;
  clear: () => void;
  isEmpty: (draft: Draft) => boolean;
}

/** Compares field by field, down to the last; only the fields that `counts` names. */
function isSame(one: unknown, other: unknown, isCompared: (name: string, value: unknown) => boolean): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [oneFields, otherFields] = [one, other].map((value) => Object.entries(value).filter((entry) => isCompared(...entry)));
  const fields = new Map(otherFields);
  return oneFields?.length === fields.size && oneFields.every(([name, value]) => isSame(value, fields.get(name), isCompared));
}

const isAnyField = () => true;
const isContentField = (name: string, value: unknown) => name !== 'idempotencyKey' && value !== '' && value !== undefined;

/** Whether two drafts say the same: an emptied field is as one never filled, and the key that a draft is sent under is no content. */
export const hasSameContent = (one: unknown, other: unknown): boolean => isSame(one, other, isContentField);

/** The draft under a key. A draft that is a text is kept as it is, any other as JSON. */
export function persistedDraft<Draft>({ key, initial, schema, area, isEmpty }: DraftOptions<Draft>): PersistedDraft<Draft> {
  const isText = typeof initial === 'string';
  const isEmptyDraft = (draft: Draft) =>
    isEmpty ? isEmpty(draft) : isText ? String(draft).trim() === '' : hasSameContent(draft, initial);
  return {
    isEmpty: isEmptyDraft,
    read() {
      const saved = readKey(key, area);
      if (saved === null) return initial;
      // The text is what a text draft is; the schema's and the initial value's types are the draft's.
      if (isText) return saved as Draft;
      try {
        return parse(schema, JSON.parse(saved), initial) as Draft;
      } catch {
        return initial;
      }
    },
    write(draft) {
      const written = isEmptyDraft(draft) ? null : isText ? String(draft) : JSON.stringify(draft);
      writeKey(key, written, area);
      return written !== null && readKey(key, area) === written;
    },
    clear: () => writeKey(key, null, area),
  };
}

interface FormDraft<Draft> {
  /** What was kept when the form opened, else `initial`. */
  initialValue: Draft;
  /** Keeps this, unless it is what was cleared: at once, and then at most every 300 ms. */
  save: (draft: Draft) => void;
  /** Whether what is in the form is kept. */
  isSaved: boolean;
  /** It was sent: removes it, and keeps nothing until something changes. */
  clear: () => void;
  /** Keeps this whatever was cleared, as when sending failed after all. */
  restore: (draft: Draft) => void;
}

/** What another tab does to the draft. */
interface OtherTabHandlers<Draft> {
  /** It was sent or cleared there. */
  onClear?: () => void;
  /** It was changed there: for forms that show it at once. */
  onChange?: (draft: Draft) => void;
}

/** The draft of a form: `first` fills it, {@link useAutosave} keeps what is in it. The options of the first render count. */
export function usePersistedDraft<Draft>(options: DraftOptions<Draft>, handlers: OtherTabHandlers<Draft> = {}): FormDraft<Draft> {
  const { key, area } = options;
  const [draft] = useState(() => persistedDraft(options));
  const [initialValue] = useState(draft.read);
  const [isSaved, setKept] = useState(() => !draft.isEmpty(initialValue));
  const latest = useRef<{ value: Draft }>({ value: initialValue });
  const cleared = useRef<{ value: Draft }>(undefined);
  const [writes] = useState(() => throttledWrite((value: Draft) => setKept(draft.write(value))));
  // What was typed last is not lost with the form, the tab or the browser.
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
    setKept(false);
  };
  const handleOtherTab = useEffectEvent((saved: string | null) => {
    if (saved === null) {
      markCleared();
      handlers.onClear?.();
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

/** Keeps what is in the form as it changes. */
export function useAutosave<Draft>({ save }: Pick<FormDraft<Draft>, 'save'>, value: Draft): void {
  useEffect(() => save(value));
}
