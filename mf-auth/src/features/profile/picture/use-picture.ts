import { failureText } from '@solvent/http';
import { toast, useDeferredComponent } from '@solvent/ui';
import { useState } from 'react';
import { useUpdateProfile } from '../update-profile.ts';
import { forgetPicture, readPicture, refusalOf, UNREADABLE } from './chosen-picture.ts';
import type { ChosenPicture } from './chosen-picture.ts';

const loadCropDialog = () => import(/* webpackChunkName: "crop-dialog" */ './crop-dialog.tsx');

/** The own picture: choosing a file leads to its crop, which comes with its code; removing is done at once. */
export function usePicture() {
  const [chosen, setChosen] = useState<ChosenPicture | null>(null);
  const [problem, setProblem] = useState<string>();
  const [isRemoving, setRemoving] = useState(false);
  const updateProfile = useUpdateProfile();

  async function choose(file: File): Promise<void> {
    const refusal = refusalOf(file);
    setProblem(refusal);
    if (refusal) return;
    try {
      setChosen(await readPicture(file));
    } catch {
      setProblem(UNREADABLE);
    }
  }

  function close(): void {
    if (chosen) forgetPicture(chosen);
    setChosen(null);
  }

  async function remove(): Promise<void> {
    setProblem(undefined);
    setRemoving(true);
    try {
      await updateProfile({ image: null });
      toast.success('Profile updated');
    } catch (error) {
      toast.error(failureText(error, 'Failed to update profile'));
    } finally {
      setRemoving(false);
    }
  }

  const { Component: CropDialog } = useDeferredComponent(loadCropDialog, chosen !== null, () => {
    close();
    toast.error('The dialog could not be loaded. Please try again.');
  });

  return {
    chosen,
    close,
    CropDialog,
    choose: (file: File) => void choose(file),
    remove: () => void remove(),
    problem,
    isRemoving,
  };
}

export type OwnPicture = ReturnType<typeof usePicture>;
