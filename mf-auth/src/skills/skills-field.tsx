import { ACCOUNT, SUGGESTED_SKILLS } from '@solvent/contracts';
import { namesTechnology } from '@solvent/contracts/search';
import { ChipsField } from '@solvent/ui/forms';

/** The suggested skills that contain the text or go by it, whatever its case (product 5.3). */
export function suggestSkills(text: string): string[] {
  return SUGGESTED_SKILLS.filter((skill) => namesTechnology(skill, text));
}

interface SkillsFieldProps {
  label: string;
  skills: readonly string[];
  onChange: (skills: string[]) => void;
  /** The person has left the field. */
  onLeave?: () => void;
  error?: string | undefined;
  /** Whether there must be one; true by default. */
  required?: boolean;
}

/** Areas of expertise: typed or chosen of suggestions, each a chip that can be removed (product 5.3). */
export function SkillsField({ skills, ...field }: SkillsFieldProps) {
  return (
    <ChipsField
      {...field}
      values={skills}
      suggest={suggestSkills}
      max={ACCOUNT.skillsMax}
      maxLength={ACCOUNT.skillMax}
      chipsLabel="Your skills"
      suggestionsLabel="Suggested skills"
      addLabel="Add skill"
      placeholder="React, PostgreSQL, DevOps…"
      fullHelp={`You can add up to ${ACCOUNT.skillsMax} areas of expertise`}
      counted="skill(s) added"
    />
  );
}
