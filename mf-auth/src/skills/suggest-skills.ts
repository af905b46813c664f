import { SUGGESTED_SKILLS } from '@solvent/contracts';

/** The suggested skills that contain the text, whatever its case (spec 5). */
export function suggestSkills(text: string): string[] {
  const wanted = text.trim().toLowerCase();
  return SUGGESTED_SKILLS.filter((skill) => skill.toLowerCase().includes(wanted));
}
