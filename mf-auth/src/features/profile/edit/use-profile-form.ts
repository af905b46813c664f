import type { User } from '@solvent/contracts';
import { useAutosave, usePersistedDraft } from '@solvent/kit';
import { toast } from '@solvent/ui';
import { useProductForm } from '@solvent/ui/forms';
import { useState } from 'react';
import { useUpdateProfile } from '../../../api/own-profile.ts';
import { changedFields, profileDraftOptions, getRules, buildUpdate, toProfileValues } from './profile-values.ts';
import type { ProfileValues } from './profile-values.ts';

/** Edits the profile as it was when the form opened. Sends changed fields only, to keep changes made elsewhere. */
export function useProfileForm(user: User, onClose: () => void) {
  const [base] = useState(() => toProfileValues(user));
  const draft = usePersistedDraft(profileDraftOptions(user._id));
  const [initialValues] = useState(() => ({ ...base, ...draft.initialValue }));
  const updateProfile = useUpdateProfile();

  const close = () => {
    draft.clear();
    onClose();
  };

  const form = useProductForm<ProfileValues>({
    initialValues,
    rules: getRules(user),
    onSubmit: async (values) => {
      const update = buildUpdate(values, base);
      if (Object.keys(update).length === 0) return close();
      await updateProfile(update);
      toast.success('Profile updated');
      close();
    },
    failure: 'Failed to update profile',
  });

  const changed = changedFields(form.values, base);
  useAutosave(draft, changed);

  return { form, isChanged: Object.keys(changed).length > 0, close };
}

export type ProfileForm = ReturnType<typeof useProfileForm>['form'];
