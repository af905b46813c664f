import type { FileResponse } from '@solvent/contracts';
import { getInlineErrorText, http, isAborted } from '@solvent/http';
import { toast } from '@solvent/ui';
import { useEffect, useRef, useState } from 'react';
import { useUpdateProfile } from '../../../api/own-profile.ts';
import { cropPicture, isSameArea } from './crop.ts';
import type { Area } from './crop.ts';
import type { ChosenPicture } from './use-picture.ts';

interface UploadOptions {
  signal: AbortSignal;
  /** 0 to 1. */
  onProgress: (progress: number) => void;
  /** Prevents a second file when a retry repeats the upload. */
  idempotencyKey: string;
}

/** `POST /file-upload`. @returns the URL of the stored picture */
async function uploadPicture(picture: Blob, { signal, onProgress, idempotencyKey }: UploadOptions): Promise<string> {
  const form = new FormData();
  form.append('file', picture, `picture.${picture.type.replace('image/', '')}`);
  const { data } = await http.post<Partial<FileResponse>>('/file-upload', form, {
    signal,
    headers: { 'Idempotency-Key': idempotencyKey },
    onUploadProgress: ({ progress }) => onProgress(progress ?? 0),
  });
  if (!data.file) throw new Error('The response contains no file.');
  return data.file.url;
}

type Step =
  | { name: 'choosing' }
  | { name: 'uploading'; progress: number }
  | { name: 'saving' }
  | { name: 'failed'; text: string };

/** Kept between retries, so that an uploaded picture is not uploaded again. */
interface PendingUpload {
  area: Area;
  idempotencyKey: string;
  url?: string;
}

export function useSavePicture({ element }: ChosenPicture, onSaved: () => void) {
  const [step, setStep] = useState<Step>({ name: 'choosing' });
  const pendingUpload = useRef<PendingUpload | null>(null);
  const activeRequest = useRef<AbortController | null>(null);
  const updateProfile = useUpdateProfile();
  useEffect(() => () => activeRequest.current?.abort(), []);

  async function upload(pending: PendingUpload, signal: AbortSignal): Promise<string> {
    setStep({ name: 'uploading', progress: 0 });
    const picture = await cropPicture(element, pending.area);
    const onProgress = (progress: number) => setStep((now) => (now.name === 'uploading' ? { ...now, progress } : now));
    return uploadPicture(picture, { signal, onProgress, idempotencyKey: pending.idempotencyKey });
  }

  async function save(area: Area): Promise<void> {
    const controller = new AbortController();
    activeRequest.current = controller;
    const last = pendingUpload.current;
    const pending: PendingUpload = last && isSameArea(last.area, area) ? last : { area, idempotencyKey: crypto.randomUUID() };
    pendingUpload.current = pending;
    try {
      pending.url ??= await upload(pending, controller.signal);
      setStep({ name: 'saving' });
      await updateProfile({ image: pending.url });
      toast.success('Profile updated');
      onSaved();
    } catch (error) {
      if (isAborted(error)) setStep({ name: 'choosing' });
      else setStep({ name: 'failed', text: getInlineErrorText(error, 'Failed to upload the picture') });
    }
  }

  return { step, save, cancel: () => activeRequest.current?.abort() };
}
