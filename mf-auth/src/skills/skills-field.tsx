import { ACCOUNT, SUGGESTED_SKILLS } from '@solvent/contracts';
import { namesTechnology } from '@solvent/contracts/search';
import { ChipsField } from '@solvent/ui/forms';

/** Suggests skills that contain the text or have it as an alias, ignoring case (product 5.3). */
export function suggestSkills(text: string): string[] {
  return SUGGESTED_SKILLS.filter((skill) => namesTechnology(skill, text));
}

interface SkillsFieldProps {
  label: string;
  skills: readonly string[];
  onChange: (skills: string[]) => void;
  onLeave?: () => void;
  error?: string | undefined;
  /** True by default. */
  required?: boolean;
}

/** Areas of expertise as chips, with suggestions (product 5.3). */
export function SkillsField({ skills, ...field }: SkillsFieldProps) {
  return (
    <ChipsField
      {...field}
      values={skills}
      suggest={suggestSkills}
      max={ACCOUNT.skillsMax}
      maxLength={ACCOUNT.skillMax}
      chipsLabel="Your areas of expertise"
      suggestionsLabel="Suggested areas of expertise"
      addLabel="Add area of expertise"
      placeholder="React, PostgreSQL, DevOps…"
      fullHelp={`You can add up to ${ACCOUNT.skillsMax} areas of expertise`}
      counted="skill(s) added"
    />
  );
}
