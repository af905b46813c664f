import { useAutosave, usePersistedDraft } from '@solvent/kit';
import type { OwnKey } from '@solvent/store';
import { useState } from 'react';
import { moduleFieldsRules } from '@solvent/contracts/rules';
import { EMPTY_UPLOAD } from './upload-values.ts';
import type { UploadValues } from './upload-values.ts';

const FILE_FIELDS = ['zipFile', 'previewImages', 'previewVideos'] as const;
export type FileField = (typeof FILE_FIELDS)[number];

type FileNames = Record<FileField, string[]>;

const NO_FILE_NAMES: FileNames = { zipFile: [], previewImages: [], previewVideos: [] };

const createIdempotencyKey = (): string => crypto.randomUUID();

/** Drops technologies and licenses that no longer exist. */
const DRAFT_SCHEMA = { fields: { values: moduleFieldsRules } };

export const draftKey = (userId: string): OwnKey => `solvent.draft.module.${userId}`;

const getFileNames = ({ zipFile, previewImages, previewVideos }: UploadValues): FileNames => ({
  zipFile: zipFile ? [zipFile.name] : [],
  previewImages: previewImages.map(({ name }) => name),
  previewVideos: previewVideos.map(({ name }) => name),
});

/** Names of draft files that were not chosen again; a new archive replaces the previous one. */
function getMissingNames(missing: FileNames, values: UploadValues): FileNames {
  const chosen = getFileNames(values);
  return {
    zipFile: values.zipFile ? [] : missing.zipFile,
    previewImages: missing.previewImages.filter((name) => !chosen.previewImages.includes(name)),
    previewVideos: missing.previewVideos.filter((name) => !chosen.previewVideos.includes(name)),
  };
}

const mergeFileNames = (missing: FileNames, values: UploadValues): FileNames => {
  const chosen = getFileNames(values);
  const mergeNames = (field: FileField) => [...getMissingNames(missing, values)[field], ...chosen[field]];
  return {
    zipFile: mergeNames('zipFile'),
    previewImages: mergeNames('previewImages'),
    previewVideos: mergeNames('previewVideos'),
  };
};

/** Files cannot be stored, and the terms must be accepted again. */
export const pickTexts = ({
  zipFile: _zip,
  previewImages: _images,
  previewVideos: _videos,
  termsAgreement: _terms,
  ...rest
}: UploadValues) => rest;

/** The draft of a new module: texts, file names, and the idempotency key. Each upload renews the key. */
export function useUploadDraft(userId: string, onSentElsewhere: () => void) {
  const [idempotencyKey, setIdempotencyKey] = useState('');
  const renewKey = () => setIdempotencyKey(createIdempotencyKey());
  const draft = usePersistedDraft(
    {
      key: draftKey(userId),
      initial: { values: pickTexts(EMPTY_UPLOAD), names: NO_FILE_NAMES, idempotencyKey: createIdempotencyKey() },
      schema: DRAFT_SCHEMA,
    },
    {
      onClear: (hasOwnText) => {
        renewKey();
        if (hasOwnText) return;
        setNames(NO_FILE_NAMES);
        onSentElsewhere();
      },
    },
  );
  const [names, setNames] = useState(draft.initialValue.names);
  const key = idempotencyKey || draft.initialValue.idempotencyKey;
  const [first] = useState<UploadValues>(() => ({ ...EMPTY_UPLOAD, ...draft.initialValue.values }));
  return { ...draft, first, names, setNames, idempotencyKey: key, renewKey };
}

/** Saves the form as a draft. */
export function useSavedUploadDraft(draft: ReturnType<typeof useUploadDraft>, values: UploadValues) {
  const { names, setNames, idempotencyKey } = draft;
  const snapshot = { values: pickTexts(values), names: mergeFileNames(names, values), idempotencyKey };
  useAutosave(draft, snapshot);
  return {
    missing: getMissingNames(names, values),
    dismissMissing: (field: FileField) => setNames((current) => ({ ...current, [field]: [] })),
    idempotencyKey,
    renewKey: draft.renewKey,
    isKept: draft.isSaved,
    drop: draft.clear,
    /** With a new key, since it will be another module. */
    restore: () => draft.restore({ ...snapshot, idempotencyKey: createIdempotencyKey() }),
  };
}
