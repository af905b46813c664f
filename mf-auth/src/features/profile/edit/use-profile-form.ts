import type { User } from '@solvent/contracts';
import { useAutosave, usePersistedDraft } from '@solvent/kit';
import { toast } from '@solvent/ui';
import { useProductForm } from '@solvent/ui/forms';
import { useState } from 'react';
import { useUpdateProfile } from '../../../api/own-profile.ts';
import { changedFields, profileDraftOptions, getRules, buildUpdate, toProfileValues } from './profile-values.ts';
import type { ProfileValues } from './profile-values.ts';

/** Edits the profile as it was when the form opened, or last saved. Sends changed fields only, to keep changes made elsewhere. */
export function useProfileForm(user: User) {
  const [base, setBase] = useState(() => toProfileValues(user));
  const draft = usePersistedDraft(profileDraftOptions(user._id));
  const [initialValues] = useState(() => ({ ...base, ...draft.initialValue }));
  const updateProfile = useUpdateProfile();

  const form = useProductForm<ProfileValues>({
    initialValues,
    rules: getRules(user),
    onSubmit: async (values) => {
      const update = buildUpdate(values, base);
      if (Object.keys(update).length === 0) return reset(base);
      reset(toProfileValues(await updateProfile(update)));
      toast.success('Profile updated');
    },
    failure: 'Failed to update profile',
  });

  function reset(values: ProfileValues): void {
    draft.clear();
    setBase(values);
    form.resetForm({ values });
  }

  const changed = changedFields(form.values, base);
  useAutosave(draft, changed);

  return { form, isChanged: Object.keys(changed).length > 0, discard: () => reset(base) };
}

export type ProfileForm = ReturnType<typeof useProfileForm>['form'];
