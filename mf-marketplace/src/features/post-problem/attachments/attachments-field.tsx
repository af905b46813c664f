import { ATTACHMENT_ACCEPT, ATTACHMENTS } from '@solvent/contracts';
import { Box, chakra, Flex, Input, Stack, Text } from '@solvent/ui';
import { FieldFrame } from '@solvent/ui/forms';
import { Upload } from 'lucide-react';
import { useRef } from 'react';
import type { ChangeEvent } from 'react';
import { AttachmentRow } from './attachment-row.tsx';
import type { Attachments } from './use-attachments.ts';

/** The input covers the whole area: a press opens the dialog, and the browser itself takes what is dropped on it. */
const COVER = { position: 'absolute', inset: '0', h: '100%', w: '100%', opacity: '0', cursor: 'pointer' } as const;

/** What the server takes: it looks into the file. Source code has too many names to list, and can be chosen all the same. */
interface AttachmentsFieldProps {
  attachments: Attachments;
  error: string | undefined;
}

/** Files beside the description: chosen or dropped, uploaded at once. */
export function AttachmentsField({ attachments, error }: AttachmentsFieldProps) {
  const { items, refusals, add, remove, retry } = attachments;
  const inputRef = useRef<HTMLInputElement>(null);

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const chosen = [...(currentTarget.files ?? [])];
    // The same file can be chosen again after a failure.
    currentTarget.value = '';
    add(chosen);
  }
  function removeItem(key: string) {
    remove(key);
    inputRef.current?.focus();
  }

  return (
    <Stack gap="2.5">
      <FieldFrame
        label="Attachments"
        error={error}
        help={`Up to ${ATTACHMENTS.max} files of ${ATTACHMENTS.maxBytes / 1024 / 1024} MB each: pictures, PDFs, archives, logs, source code`}
      >
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
          borderColor="border.control"
          rounded="l2"
          _hover={{ bg: 'bg.muted' }}
          _focusWithin={{ outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '2px' }}
        >
          <Box as={Upload} boxSize="16px" aria-hidden />
          <span aria-hidden>Choose files, or drop them here</span>
          <Input ref={inputRef} type="file" multiple accept={ATTACHMENT_ACCEPT} onChange={choose} {...COVER} />
        </Flex>
      </FieldFrame>
      {refusals.map((text) => (
        <Text key={text} role="alert" color="fg.error" textStyle="ui">
          {text}
        </Text>
      ))}
      {items.length > 0 ? (
        <chakra.ul aria-label="Attached files" listStyleType="none" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="2">
          {items.map((item) => (
            <AttachmentRow key={item.key} item={item} onRemove={() => removeItem(item.key)} onRetry={() => retry(item.key)} />
          ))}
        </chakra.ul>
      ) : null}
    </Stack>
  );
}
