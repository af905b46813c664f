import { AVATAR, BYTES_PER_MB, validateFiles } from '@solvent/contracts';
import { toast } from '@solvent/ui';
import { useState } from 'react';
import { useUpdateProfile } from '../../../api/own-profile.ts';

const UNREADABLE_TEXT = 'This picture could not be read. Choose another one';

export interface ChosenPicture {
  element: HTMLImageElement;
  /** An object URL; release it with {@link revokePicture}. */
  url: string;
}

const FILE_RULES = {
  maxBytes: AVATAR.maxBytes,
  types: AVATAR.types,
  texts: {
    type: () => 'Choose a PNG, JPEG, WebP or GIF picture',
    size: () => `A picture can be at most ${AVATAR.maxBytes / BYTES_PER_MB} MB`,
    empty: () => UNREADABLE_TEXT,
  },
};

async function decodePicture(file: File): Promise<ChosenPicture> {
  const url = URL.createObjectURL(file);
  const element = new Image();
  element.src = url;
  try {
    await element.decode();
    return { element, url };
  } catch (error) {
    URL.revokeObjectURL(url);
    throw error;
  }
}

const revokePicture = ({ url }: ChosenPicture): void => URL.revokeObjectURL(url);

export function usePicture() {
  const [chosen, setChosen] = useState<ChosenPicture | null>(null);
  const [errorText, setErrorText] = useState<string>();
  const [isRemoving, setRemoving] = useState(false);
  const updateProfile = useUpdateProfile();

  async function choose(file: File): Promise<void> {
    const [fileError] = validateFiles([file], FILE_RULES).errors;
    setErrorText(fileError);
    if (fileError) return;
    try {
      setChosen(await decodePicture(file));
    } catch {
      setErrorText(UNREADABLE_TEXT);
    }
  }

  function close(): void {
    if (chosen) revokePicture(chosen);
    setChosen(null);
  }

  async function remove(): Promise<void> {
    setErrorText(undefined);
    setRemoving(true);
    try {
      await updateProfile({ image: null });
      toast.success('Profile updated');
    } catch (error) {
      toast.failure(error, 'Failed to update profile');
    } finally {
      setRemoving(false);
    }
  }

  return {
    chosen,
    close,
    choose: (file: File) => void choose(file),
    remove: () => void remove(),
    errorText,
    isRemoving,
  };
}

export type OwnPicture = ReturnType<typeof usePicture>;
