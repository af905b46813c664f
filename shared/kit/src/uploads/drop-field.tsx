import { Box, Flex } from '@solvent/ui';
import { FieldFrame, FieldInput } from '@solvent/ui/forms';
import { Upload } from 'lucide-react';
import type { ChangeEvent, Ref } from 'react';

/** The input covers the area, so that the browser handles clicks and drops. */
const COVERING_INPUT = {
  position: 'absolute',
  inset: '0',
  h: '100%',
  w: '100%',
  opacity: '0',
  cursor: 'pointer',
  // Keeps label and message visible above the tab bar of phones.
  scrollMarginTop: '40px',
  scrollMarginBottom: { base: '96px', md: '40px' },
} as const;

interface DropFieldProps {
  label: string;
  prompt: string;
  accept: string;
  help: string;
  error: string | undefined;
  multiple?: boolean;
  required?: boolean;
  inputRef: Ref<HTMLInputElement>;
  onChoose: (files: File[]) => void;
}

export function DropField({ label, prompt, accept, help, error, multiple, required, inputRef, onChoose }: DropFieldProps) {
  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const chosen = [...(currentTarget.files ?? [])];
    // Lets the user choose the same file again.
    currentTarget.value = '';
    if (chosen.length > 0) onChoose(chosen);
  }
  return (
    <FieldFrame label={label} error={error} help={help} required={required}>
      <Flex
        position="relative"
        w="full"
        minH="64px"
        align="center"
        justify="center"
        gap="2"
        px="4"
        color="fg.muted"
        borderWidth="1px"
        borderStyle="dashed"
        borderColor={error ? 'border.error' : 'border.control'}
        rounded="l2"
        _hover={{ bg: 'bg.muted' }}
        _focusWithin={{ outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '2px' }}
      >
        <Box as={Upload} boxSize="16px" flexShrink="0" aria-hidden />
        <span aria-hidden>{prompt}</span>
        <FieldInput ref={inputRef} type="file" multiple={multiple} accept={accept} onChange={choose} {...COVERING_INPUT} />
      </Flex>
    </FieldFrame>
  );
}
