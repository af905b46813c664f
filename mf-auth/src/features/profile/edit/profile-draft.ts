import type { ProfileValues } from './profile-values.ts';

export type ProfileDraft = Partial<ProfileValues>;

const draftKey = (userId: string): string => `solvent.draft.profile.${userId}`;

const TEXTS = ['name', 'headline', 'bio', 'location', 'website', 'github'] as const satisfies readonly (keyof ProfileValues)[];

/** What is not a text or list where one belongs is as if it were not there. */
function asDraft(saved: Partial<Record<keyof ProfileValues, unknown>>): ProfileDraft {
  const texts = TEXTS.map((field) => [field, saved[field]] as const).filter(([, text]) => typeof text === 'string');
  const draft: ProfileDraft = Object.fromEntries(texts);
  if (Array.isArray(saved.expertiseAreas)) {
    draft.expertiseAreas = saved.expertiseAreas.filter((area) => typeof area === 'string');
  }
  return draft;
}

/** What the person has changed and not saved, in this tab; null for nothing. A reload keeps it. */
export function readDraft(userId: string): ProfileDraft | null {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(draftKey(userId)) ?? 'null');
    if (typeof saved !== 'object' || saved === null) return null;
    const draft = asDraft(saved);
    return Object.keys(draft).length > 0 ? draft : null;
  } catch {
    return null;
  }
}

/** Keeps the draft, or removes one in which nothing stands. Where storage is forbidden the form itself still holds it. */
export function keepDraft(userId: string, draft: ProfileDraft): void {
  try {
    if (Object.keys(draft).length === 0) sessionStorage.removeItem(draftKey(userId));
    else sessionStorage.setItem(draftKey(userId), JSON.stringify(draft));
  } catch {
    console.warn('Could not keep the draft of the profile in this tab.');
  }
}

export const dropDraft = (userId: string): void => keepDraft(userId, {});
