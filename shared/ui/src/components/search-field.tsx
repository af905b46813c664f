import { chakra, IconButton, Input, InputGroup, Kbd, VisuallyHidden } from '@chakra-ui/react';
import { Search, X } from 'lucide-react';
import { useId, useRef } from 'react';
import type { FormEvent } from 'react';
import { useSlashKey } from './use-slash-key.ts';

interface SearchFieldProps {
  label: string;
  placeholder: string;
  /** What stands in the field; `useSearchDraft` keeps it. */
  draft: string;
  onDraft: (draft: string) => void;
  /** Enter: without waiting. */
  onSubmit: () => void;
}

/** The search of a list. `/` leads to it from anywhere on the page. */
export function SearchField({ label, placeholder, draft, onDraft, onSubmit }: SearchFieldProps) {
  const id = useId();
  const ref = useRef<HTMLInputElement>(null);
  useSlashKey(ref);

  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }
  function clear() {
    onDraft('');
    ref.current?.focus();
  }

  const clearButton = (
    <IconButton
      type="button"
      variant="ghost"
      colorPalette="gray"
      size="xs"
      minH="32px"
      minW="32px"
      aria-label="Clear search"
      onClick={clear}
    >
      <X size={16} />
    </IconButton>
  );
  const hint = (
    <Kbd size="sm" colorPalette="gray" hideBelow="lg" aria-hidden>
      /
    </Kbd>
  );
  return (
    <chakra.form role="search" flex="1" minW="0" onSubmit={submit}>
      <VisuallyHidden asChild>
        <label htmlFor={id}>{label}</label>
      </VisuallyHidden>
      <InputGroup
        startElement={<Search size={16} aria-hidden />}
        endElement={draft ? clearButton : hint}
        endElementProps={{ px: draft ? '0.5' : '3' }}
      >
        <Input
          id={id}
          ref={ref}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={200}
          placeholder={placeholder}
          value={draft}
          onChange={(event) => onDraft(event.target.value)}
        />
      </InputGroup>
    </chakra.form>
  );
}
