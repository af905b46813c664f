import type { Module } from '@solvent/contracts';
import { moduleFieldsRules } from '@solvent/contracts/rules';
import { http, useQueryClient } from '@solvent/http';
import { useNavigate } from '@solvent/router';
import { toast } from '@solvent/ui';
import { useProductForm } from '@solvent/ui/forms';
import { useEffect, useState } from 'react';
import { tellFailure } from '../../../asking/tell-failure.ts';
import { modulePath } from '../../../module/module-query.ts';
import { refreshModules } from '../../../module/show-module.ts';
import type { UploadValues } from '../upload-values.ts';
import { dropEdit, editDraftKey, keepEdit, readEdit } from './edit-draft.ts';
import { bodyOf, valuesOf } from './edit-values.ts';

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
