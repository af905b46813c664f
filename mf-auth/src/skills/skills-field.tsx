import { ACCOUNT } from '@solvent/contracts';
import { Box, IconButton, Input, InputGroup, Stack, Text } from '@solvent/ui';
import { FieldFrame } from '@solvent/ui/forms';
import { Plus } from 'lucide-react';
import { useId, useRef } from 'react';
import type { FocusEvent } from 'react';
import { SkillChips } from './skill-chips.tsx';
import { optionId, SuggestionList } from './suggestion-list.tsx';
import { useSkillEntry } from './use-skill-entry.ts';

interface SkillsFieldProps {
  label: string;
  skills: readonly string[];
  onChange: (skills: string[]) => void;
  /** The person has left the field. */
  onLeave?: () => void;
  error?: string | undefined;
}

/** Areas of expertise: typed or chosen of suggestions, each a chip that can be removed (spec 5). */
export function SkillsField({ label, skills, onChange, onLeave, error }: SkillsFieldProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const listId = useId();
  const entry = useSkillEntry({ skills, onChange });

  function add(skill: string) {
    entry.add(skill);
    inputRef.current?.focus();
  }

  function remove(skill: string) {
    onChange(skills.filter((known) => known !== skill));
    inputRef.current?.focus();
  }

  function leave(event: FocusEvent) {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    entry.close();
    onLeave?.();
  }

  const help = entry.isFull ? `You can add up to ${ACCOUNT.skillsMax} areas of expertise` : undefined;
  return (
    <Stack gap="2.5" onBlur={leave}>
      <FieldFrame label={label} error={error} help={help} required>
        <Box position="relative" w="full">
          <InputGroup endElement={<AddButton onClick={() => add(entry.text)} />} endElementProps={{ px: '1' }}>
            <Input
              ref={inputRef}
              role="combobox"
              aria-expanded={entry.isOpen}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={entry.active < 0 ? undefined : optionId(listId, entry.active)}
              autoComplete="off"
              placeholder="React, PostgreSQL, DevOps…"
              maxLength={ACCOUNT.skillMax}
              value={entry.text}
              onChange={(event) => entry.type(event.target.value)}
              onClick={entry.open}
              onKeyDown={entry.handleKey}
            />
          </InputGroup>
          {entry.isOpen ? (
            <SuggestionList id={listId} suggestions={entry.suggestions} active={entry.active} onChoose={add} />
          ) : null}
        </Box>
      </FieldFrame>
      <SkillChips skills={skills} onRemove={remove} />
      <Text role="status" color="fg.muted" textStyle="meta" fontVariantNumeric="tabular-nums" _empty={{ display: 'none' }}>
        {summary(skills, entry.repeated ? entry.text.trim() : null)}
      </Text>
    </Stack>
  );
}

function summary(skills: readonly string[], repeated: string | null): string {
  const count = skills.length > 0 ? `${skills.length} skill(s) added` : '';
  return repeated ? `${count} · ${repeated} is in your list already` : count;
}

function AddButton({ onClick }: { onClick: () => void }) {
  return (
    <IconButton type="button" variant="ghost" size="xs" aria-label="Add skill" onClick={onClick}>
      <Plus size={16} />
    </IconButton>
  );
}
