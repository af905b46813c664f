import { MODULE_TECHNOLOGIES } from '@solvent/contracts';
import type { ChangeModuleBody, Module } from '@solvent/contracts';
import { moduleFieldsRules } from '@solvent/contracts/rules';
import { http, useQueryClient } from '@solvent/http';
import { useNavigate } from '@solvent/router';
import { readKey, writeKey } from '@solvent/store';
import { toast } from '@solvent/ui';
import { useProductForm } from '@solvent/ui/forms';
import { useEffect, useState } from 'react';
import { modulePath, refreshModules } from '../../../api/modules.ts';
import { tellFailure } from '../../../asking/tell-failure.ts';
import { draftKey, isRecord, readValues, textsOf } from '../upload-draft.ts';
import { EMPTY_UPLOAD } from '../upload-values.ts';
import type { UploadValues } from '../upload-values.ts';

const KNOWN = new Set<string>(MODULE_TECHNOLOGIES);

/** Dollars as somebody would type them: "19", "19.50"; nothing for a free one. */
function amountOf(cents: number): string {
  if (cents === 0) return '';
  return (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2);
}

/** What the form starts with. Its files stay as they are, and the terms were agreed to when it was uploaded. */
const valuesOf = (module: Module): UploadValues => ({
  ...EMPTY_UPLOAD,
  title: module.title,
  description: module.description,
  techStack: module.tags.filter((tag) => KNOWN.has(tag)),
  price: module.priceCents > 0 ? 'paid' : 'free',
  priceAmount: amountOf(module.priceCents),
  license: module.license,
  documentation: module.documentation,
  repositoryUrl: module.repositoryUrl ?? '',
});

/** The body of `PUT /modules/{id}`, of values that the rules let through. What the form does not ask for stays. */
const bodyOf = (values: UploadValues, { license, demoUrl, sandboxUrl }: Module): ChangeModuleBody => ({
  title: values.title.trim(),
  description: values.description.trim(),
  techStack: values.techStack,
  price: values.price,
  ...(values.price === 'paid' ? { priceAmount: values.priceAmount.trim() } : {}),
  license: values.license || license,
  documentation: values.documentation.trim(),
  repositoryUrl: values.repositoryUrl.trim(),
  demoUrl: demoUrl ?? '',
  sandboxUrl: sandboxUrl ?? '',
});

/** Each module has a draft of its own, of each person. */
export const editDraftKey = (userId: string, moduleId: string): string => `${draftKey(userId)}.${moduleId}`;

/** What was changed in this browser and not saved; undefined where nothing was. What cannot be read is as if it were not there. */
function readEdit(key: string): UploadValues | undefined {
  try {
    const saved: unknown = JSON.parse(readKey(key) ?? 'null');
    return isRecord(saved) ? readValues(saved) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps what differs from the module as it is, or removes a draft that does not.
 *
 * @returns whether there is something to keep
 */
function keepEdit(key: string, values: UploadValues, start: UploadValues): boolean {
  const kept = JSON.stringify(textsOf(values));
  const isChanged = kept !== JSON.stringify(textsOf(start));
  writeKey(key, isChanged ? kept : null);
  return isChanged;
}

const dropEdit = (key: string): void => writeKey(key, null);

/** The form of an own module's texts, and the draft that keeps them until the server has taken them. */
export function useEditForm(module: Module, userId: string) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const key = editDraftKey(userId, module.id);
  const [start] = useState(() => valuesOf(module));
  const [first] = useState(() => readEdit(key) ?? start);
  const [isKept, setIsKept] = useState(false);
  const [isSaved, setIsSaved] = useState(false);

  const form = useProductForm<UploadValues>({ initialValues: first, rules: moduleFieldsRules, onSubmit: save });
  const { values } = form;
  useEffect(() => {
    if (!isSaved) setIsKept(keepEdit(key, values, start));
  }, [key, values, start, isSaved]);

  async function save(changed: UploadValues): Promise<void> {
    try {
      await http.put(modulePath(module.id), bodyOf(changed, module));
    } catch (error) {
      tellFailure(error, 'The module could not be saved. Your changes are still here. Please try again.');
      throw error;
    }
    setIsSaved(true);
    dropEdit(key);
    toast.success('Module updated');
    void refreshModules(queryClient);
    void navigate(`/toolbox/${encodeURIComponent(module.slug)}`);
  }

  return { form, isKept, discard: () => form.resetForm({ values: start }) };
}
