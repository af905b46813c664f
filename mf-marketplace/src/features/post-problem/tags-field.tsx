import { FILTER_TECHNOLOGIES, PROBLEM } from '@solvent/contracts';
import { findTechnology, getSearchTerms, namesTechnology } from '@solvent/contracts/search';
import { ChipsField } from '@solvent/ui/forms';

/** Returns technologies that match the text or an alias, prefix matches first. */
export function suggestTags(typed: string): string[] {
  const searched = typed.trim().toLowerCase();
  const startsWithText = (name: string) => Number(name.toLowerCase().startsWith(searched));
  return FILTER_TECHNOLOGIES.filter((name) => namesTechnology(name, typed)).toSorted(
    (one, two) => startsWithText(two) - startsWithText(one),
  );
}

const getKey = (text: string): string => getSearchTerms(text).join('');

/** Returns the technology with this name or alias, also without its "js" (node: Nodejs); other text as it is. */
export function normalizeTag(typed: string): string {
  const key = getKey(typed);
  const technology = findTechnology(getSearchTerms(typed));
  const isAlias = (name: string) => technology !== undefined && technology === findTechnology(getSearchTerms(name));
  const find = (matches: (name: string) => boolean) => FILTER_TECHNOLOGIES.find(matches);
  return find((name) => getKey(name) === key) ?? find((name) => getKey(name) === `${key}js` || isAlias(name)) ?? typed;
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
      normalize={normalizeTag}
      newLabel={(tag) => `Add “${tag}” as a new tag`}
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
