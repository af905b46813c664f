import { FILTER_TECHNOLOGIES, PROBLEM } from '@solvent/contracts';
import { namesTechnology } from '@solvent/contracts/search';
import { ChipsField } from '@solvent/ui/forms';

/** Returns technologies that match the text or an alias, prefix matches first. */
export function suggestTags(typed: string): string[] {
  const searched = typed.trim().toLowerCase();
  const startsWithText = (name: string) => Number(name.toLowerCase().startsWith(searched));
  return FILTER_TECHNOLOGIES.filter((name) => namesTechnology(name, typed)).toSorted(
    (one, two) => startsWithText(two) - startsWithText(one),
  );
}

interface TagsFieldProps {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
  onLeave: () => void;
  error: string | undefined;
}

export function TagsField({ tags, ...field }: TagsFieldProps) {
  return (
    <ChipsField
      {...field}
      label="Tags"
      values={tags}
      suggest={suggestTags}
      max={PROBLEM.tagsMax}
      separator=","
      addsOnLeave
      backspaceRemoves
      chipsLabel="Your tags"
      suggestionsLabel="Suggested tags"
      placeholder="React, PostgreSQL, Docker…"
      help={`${PROBLEM.tagsMin} to ${PROBLEM.tagsMax} technologies; Enter or a comma adds one`}
      fullHelp={`You can add up to ${PROBLEM.tagsMax} tags`}
    />
  );
}
