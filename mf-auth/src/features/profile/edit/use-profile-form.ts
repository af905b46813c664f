import type { User } from '@solvent/contracts';
import { toast } from '@solvent/ui';
import { useProductForm } from '@solvent/ui/forms';
import { useEffect, useState } from 'react';
import { useUpdateProfile } from '../../../api/own-profile.ts';
import { changedFields, profileDraft, rulesFor, updateOf, valuesOf } from './profile-values.ts';
import type { ProfileValues } from './profile-values.ts';

/**
 * The form over the profile as it was when it opened: what somebody changed elsewhere meanwhile is left alone.
 *
 * @param onClose saved, or given up
 */
export function useProfileForm(user: User, onClose: () => void) {
  const [base] = useState(() => valuesOf(user));
  const [initialValues] = useState(() => ({ ...base, ...profileDraft(user._id).read() }));
  const updateProfile = useUpdateProfile();

  const close = () => {
    profileDraft(user._id).clear();
    onClose();
  };

  const form = useProductForm<ProfileValues>({
    initialValues,
    rules: rulesFor(user),
    onSubmit: async (values) => {
      const update = updateOf(values, base);
      if (Object.keys(update).length === 0) return close();
      await updateProfile(update);
      toast.success('Profile updated');
      close();
    },
    failure: 'Failed to update profile',
  });

  const changed = changedFields(form.values, base);
  const draft = JSON.stringify(changed);
  useEffect(() => void profileDraft(user._id).write(JSON.parse(draft) as typeof changed), [user._id, draft]);

  return { form, isChanged: draft !== '{}', close };
}

export type ProfileForm = ReturnType<typeof useProfileForm>['form'];
