import { PROBLEM } from '@solvent/contracts';
import { ChipsField } from '@solvent/ui/forms';
import { suggestTags } from './suggest-tags.ts';

interface TagsFieldProps {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
  /** The person has left the field. */
  onLeave: () => void;
  error: string | undefined;
}

/** Technologies of a problem: typed or chosen of suggestions, each a chip that can be removed. */
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
