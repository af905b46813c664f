import { SKILL_SUGGESTIONS_MAX, SUGGESTED_SKILLS } from '@solvent/contracts';

/** True when the skill is among those, whatever its case. */
export const hasSkill = (skills: readonly string[], skill: string): boolean =>
  skills.some((known) => known.toLowerCase() === skill.trim().toLowerCase());

/** The list with the trimmed skill at its end; the same list when there is nothing to add (spec 5). */
export function withSkill(skills: readonly string[], skill: string): readonly string[] {
  const trimmed = skill.trim();
  return trimmed === '' || hasSkill(skills, trimmed) ? skills : [...skills, trimmed];
}

/** At most 5 of the suggested skills that contain the text, whatever its case, and are not chosen yet (spec 5). */
export function suggestSkills(text: string, chosen: readonly string[]): string[] {
  const wanted = text.trim().toLowerCase();
  return SUGGESTED_SKILLS.filter((skill) => skill.toLowerCase().includes(wanted) && !hasSkill(chosen, skill)).slice(
    0,
    SKILL_SUGGESTIONS_MAX,
  );
}
