import { cutText } from '@solvent/contracts';
import { Box, chakra, HStack, IconButton, InputGroup, Stack } from '@chakra-ui/react';
import { Plus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import type { FocusEvent } from 'react';
import { FieldFrame } from '../../components/field-frame.tsx';
import { Span, Text } from '../../texts.tsx';
import { FieldInput } from '../entries.tsx';
import { getOptionId, SuggestionList } from './suggestion-list.tsx';
import { useChipEntry } from './use-chip-entry.ts';
import type { ChipEntryOptions } from './use-chip-entry.ts';

let isPressed = false;
if (typeof window !== 'undefined') {
  window.addEventListener('mousedown', () => (isPressed = true), true);
  window.addEventListener('mouseup', () => (isPressed = false), true);
}

/** During a click, waits until the button is released: what moves the page before loses the click. */
function afterPress(run: () => void) {
  if (isPressed) window.addEventListener('mouseup', run, { capture: true, once: true });
  else run();
}

interface ChipsFieldProps extends ChipEntryOptions {
  label: string;
  chipsLabel: string;
  suggestionsLabel: string;
  /** Accessible name of the add button, which is omitted without it. */
  addLabel?: string;
  placeholder: string;
  help?: string;
  fullHelp: string;
  /** Text after the number of chips; the number is omitted without it. */
  counted?: string;
  /** Label of the suggestion to add text that is in no list, which is offered only with this label. */
  newLabel?: (text: string) => string;
  /** Characters of one text. */
  maxLength?: number;
  error?: string | undefined;
  required?: boolean | undefined;
  onLeave?: (() => void) | undefined;
}

/** Enters short texts, typed or chosen from suggestions, as removable chips. */
export function ChipsField(props: ChipsFieldProps) {
  const { values, onChange } = props;
  const inputRef = useRef<HTMLInputElement>(null);
  const listId = useId();
  const entry = useChipEntry({ ...props, offersNew: props.newLabel !== undefined });

  function add(value: string) {
    entry.add(value);
    inputRef.current?.focus();
  }

  function remove(value: string) {
    onChange(values.filter((chip) => chip !== value));
    inputRef.current?.focus();
  }

  function handleBlur(event: FocusEvent) {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    afterPress(() => {
      entry.handleBlur();
      props.onLeave?.();
    });
  }

  const addButton = props.addLabel ? <AddButton label={props.addLabel} onClick={() => add(entry.text)} /> : undefined;
  return (
    <Stack gap="2.5" onBlur={handleBlur}>
      <FieldFrame
        label={props.label}
        error={props.error}
        help={entry.isFull ? props.fullHelp : props.help}
        required={props.required ?? true}
      >
        <Box position="relative" w="full">
          <InputGroup endElement={addButton} endElementProps={{ px: '0.5' }} endOffset="-10px">
            <FieldInput
              ref={inputRef}
              role="combobox"
              aria-expanded={entry.isOpen}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={entry.active < 0 ? undefined : getOptionId(listId, entry.active)}
              autoComplete="off"
              placeholder={props.placeholder}
              value={entry.text}
              onChange={(event) => entry.type(cutText(event.target.value, props.maxLength ?? Infinity))}
              onClick={entry.open}
              onKeyDown={entry.handleKey}
            />
          </InputGroup>
          {entry.isOpen ? (
            <SuggestionList
              id={listId}
              label={props.suggestionsLabel}
              suggestions={entry.suggestions}
              active={entry.active}
              newLabel={entry.isNew ? props.newLabel?.(entry.text.trim()) : undefined}
              onChoose={add}
            />
          ) : null}
        </Box>
      </FieldFrame>
      <ChipList label={props.chipsLabel} values={values} onRemove={remove} />
      <Text role="status" color="fg.muted" textStyle="meta" fontVariantNumeric="tabular-nums" _empty={{ display: 'none' }}>
        {formatStatus(props.counted && values.length > 0 ? `${values.length} ${props.counted}` : null, entry.duplicate)}
      </Text>
    </Stack>
  );
}

const formatStatus = (count: string | null, duplicate: string | null): string =>
  [count, duplicate && `${duplicate} is already in your list`].filter(Boolean).join(' · ');

function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <IconButton type="button" variant="ghost" size="xs" aria-label={label} onClick={onClick}>
      <Plus size={16} />
    </IconButton>
  );
}

interface ChipListProps {
  label: string;
  values: readonly string[];
  onRemove: (value: string) => void;
}

function ChipList({ label, values, onRemove }: ChipListProps) {
  if (values.length === 0) return null;
  return (
    <chakra.ul aria-label={label} display="flex" flexWrap="wrap" gap="2" listStyleType="none" w="full">
      {values.map((value) => (
        <HStack as="li" key={value} gap="0.5" ps="2.5" bg="brand.subtle" color="brand.fg" rounded="l1" maxW="full" minW="0">
          <Span overflowWrap="anywhere" py="1" textStyle="ui" fontWeight="500">
            {value}
          </Span>
          <IconButton variant="ghost" size="2xs" h="7" aria-label={`Remove ${value}`} onClick={() => onRemove(value)}>
            <X size={14} />
          </IconButton>
        </HStack>
      ))}
    </chakra.ul>
  );
}
