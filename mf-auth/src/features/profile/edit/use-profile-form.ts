import type { User } from '@solvent/contracts';
import { failureText } from '@solvent/http';
import { toast } from '@solvent/ui';
import { useProductForm } from '@solvent/ui/forms';
import { useEffect, useState } from 'react';
import { useUpdateProfile } from '../update-profile.ts';
import { dropDraft, keepDraft, readDraft } from './profile-draft.ts';
import { changedFields, rulesFor, updateOf, valuesOf } from './profile-values.ts';
import type { ProfileValues } from './profile-values.ts';

/**
 * The form over the profile as it was when it opened: what somebody changed elsewhere meanwhile is left alone.
 *
 * @param onClose saved, or given up
 */
export function useProfileForm(user: User, onClose: () => void) {
  const [base] = useState(() => valuesOf(user));
  const [initialValues] = useState(() => ({ ...base, ...readDraft(user._id) }));
  const updateProfile = useUpdateProfile();

  const close = () => {
    dropDraft(user._id);
    onClose();
  };

  const form = useProductForm<ProfileValues>({
    initialValues,
    rules: rulesFor(user),
    onSubmit: async (values) => {
      const update = updateOf(values, base);
      if (Object.keys(update).length === 0) return close();
      try {
        await updateProfile(update);
      } catch (error) {
        toast.error(failureText(error, 'Failed to update profile'));
        throw error;
      }
      toast.success('Profile updated');
      close();
    },
  });

  const changed = changedFields(form.values, base);
  const draft = JSON.stringify(changed);
  useEffect(() => keepDraft(user._id, JSON.parse(draft) as typeof changed), [user._id, draft]);

  return { form, isChanged: draft !== '{}', close };
}

export type ProfileForm = ReturnType<typeof useProfileForm>['form'];
