import { PROBLEM } from '@solvent/contracts';
import { Box, Input, Stack, Text } from '@solvent/ui';
import { FieldFrame } from '@solvent/ui/forms';
import { useId, useRef } from 'react';
import type { FocusEvent } from 'react';
import { TagChips } from './tag-chips.tsx';
import { optionId, TagSuggestions } from './tag-suggestions.tsx';
import { useTagEntry } from './use-tag-entry.ts';

interface TagsFieldProps {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
  /** The person has left the field. */
  onLeave: () => void;
  error: string | undefined;
}

/** Technologies of a problem: typed or chosen of suggestions, each a chip that can be removed. */
export function TagsField({ tags, onChange, onLeave, error }: TagsFieldProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const listId = useId();
  const entry = useTagEntry({ tags, onChange });

  function choose(tag: string) {
    entry.add(tag);
    inputRef.current?.focus();
  }

  function remove(tag: string) {
    onChange(tags.filter((known) => known !== tag));
    inputRef.current?.focus();
  }

  /** What was typed and not added would be lost without a word. */
  function leave(event: FocusEvent) {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    entry.add(entry.text);
    entry.close();
    onLeave();
  }

  const help = entry.isFull
    ? `You can add up to ${PROBLEM.tagsMax} tags`
    : `${PROBLEM.tagsMin} to ${PROBLEM.tagsMax} technologies; Enter or a comma adds one`;
  return (
    <Stack gap="2.5" onBlur={leave}>
      <FieldFrame label="Tags" error={error} help={help} required>
        <Box position="relative" w="full">
          <Input
            ref={inputRef}
            role="combobox"
            aria-expanded={entry.isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={entry.active < 0 ? undefined : optionId(listId, entry.active)}
            autoComplete="off"
            placeholder="React, PostgreSQL, Docker…"
            value={entry.text}
            onChange={(event) => entry.type(event.target.value)}
            onClick={entry.open}
            onKeyDown={entry.handleKey}
          />
          {entry.isOpen ? (
            <TagSuggestions id={listId} suggestions={entry.suggestions} active={entry.active} onChoose={choose} />
          ) : null}
        </Box>
      </FieldFrame>
      <TagChips tags={tags} onRemove={remove} />
      <Text role="status" color="fg.muted" textStyle="meta" _empty={{ display: 'none' }}>
        {entry.repeated ? `${entry.repeated} is in your list already` : ''}
      </Text>
    </Stack>
  );
}
