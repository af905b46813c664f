import { MODULE_TECHNOLOGIES } from '@solvent/contracts';
import type { ChangeModuleBody, Module } from '@solvent/contracts';
import { moduleFieldsRules } from '@solvent/contracts/rules';
import { http, useQueryClient } from '@solvent/http';
import { useAutosave, usePersistedDraft } from '@solvent/kit';
import { useNavigate } from '@solvent/router';
import type { OwnKey } from '@solvent/store';
import { toast } from '@solvent/ui';
import { useProductForm } from '@solvent/ui/forms';
import { useState } from 'react';
import { modulePath, invalidateModules } from '../../../api/modules.ts';
import { draftKey, pickTexts } from '../upload-draft.ts';
import { EMPTY_UPLOAD, listKeyFeatures, toPlainAmount } from '../upload-values.ts';
import type { UploadValues } from '../upload-values.ts';

const KNOWN_TECHNOLOGIES = new Set<string>(MODULE_TECHNOLOGIES);

/** Formats dollars as typed: "19", "19.50"; empty if free. */
function formatAmount(cents: number): string {
  if (cents === 0) return '';
  return (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2);
}

const toFormValues = (module: Module): UploadValues => ({
  ...EMPTY_UPLOAD,
  title: module.title,
  description: module.description,
  techStack: module.tags.filter((tag) => KNOWN_TECHNOLOGIES.has(tag)),
  price: module.priceCents > 0 ? 'paid' : 'free',
  priceAmount: formatAmount(module.priceCents),
  license: module.license,
  documentation: module.documentation,
  keyFeatures: module.keyFeatures ?? [],
  repositoryUrl: module.repositoryUrl ?? '',
});

/** Body of `PUT /modules/{id}` with valid values. Fields without an input keep their value. */
const toRequestBody = (values: UploadValues, { license, demoUrl, sandboxUrl }: Module): ChangeModuleBody => ({
  title: values.title.trim(),
  description: values.description.trim(),
  techStack: values.techStack,
  price: values.price,
  ...(values.price === 'paid' ? { priceAmount: toPlainAmount(values.priceAmount) } : {}),
  license: values.license || license,
  documentation: values.documentation.trim(),
  keyFeatures: listKeyFeatures(values),
  repositoryUrl: values.repositoryUrl.trim(),
  demoUrl: demoUrl ?? '',
  sandboxUrl: sandboxUrl ?? '',
});

export const editDraftKey = (userId: string, moduleId: string): OwnKey => `${draftKey(userId)}.${moduleId}`;

/** A draft per user and module. */
const getDraftOptions = (userId: string, moduleId: string, initial: UploadValues) => ({
  key: editDraftKey(userId, moduleId),
  initial: pickTexts(initial),
  schema: moduleFieldsRules,
});

export function useEditForm(module: Module, userId: string) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [initial] = useState(() => toFormValues(module));
  const draft = usePersistedDraft(getDraftOptions(userId, module.id, initial));

  const form = useProductForm<UploadValues>({
    initialValues: { ...initial, ...draft.initialValue },
    rules: moduleFieldsRules,
    onSubmit: async (values) => {
      await http.put(modulePath(module.id), toRequestBody(values, module));
      draft.clear();
      toast.success('Module updated');
      void invalidateModules(queryClient);
      void navigate(`/toolbox/${encodeURIComponent(module.slug)}`);
    },
    failure: 'The module could not be saved. Your changes are still here. Please try again.',
  });
  useAutosave(draft, pickTexts(form.values));

  return { form, isDraftSaved: draft.isSaved, discard: () => form.resetForm({ values: initial }) };
}
