import { ATTACHMENT_ACCEPT, ATTACHMENTS } from '@solvent/contracts';
import { formatFileSize } from '@solvent/kit';
import { Box, Button, chakra, Flex, IconButton, Input, Span, Stack, Text } from '@solvent/ui';
import { FieldFrame } from '@solvent/ui/forms';
import { Paperclip, Upload, X } from 'lucide-react';
import { useRef } from 'react';
import type { ChangeEvent } from 'react';
import type { Attachment, Attachments } from './use-attachments.ts';

function Progress({ name, progress }: { name: string; progress: number }) {
  const percent = Math.round(progress * 100);
  return (
    <Box
      role="progressbar"
      aria-label={`Uploading ${name}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      h="4px"
      mt="1.5"
      rounded="full"
      bg="bg.emphasized"
      overflow="hidden"
    >
      <Box h="100%" bg="brand.solid" transition="width 150ms" style={{ width: `${percent}%` }} />
    </Box>
  );
}

interface AttachmentRowProps {
  item: Attachment;
  onRemove: () => void;
  onRetry: () => void;
}

function AttachmentRow({ item, onRemove, onRetry }: AttachmentRowProps) {
  const isUploading = item.state === 'uploading';
  return (
    <Flex as="li" align="center" gap="3" ps="3" pe="1" py="1" minH="44px" borderWidth="1px" rounded="l2">
      <Box as={Paperclip} boxSize="16px" flexShrink="0" color="fg.muted" aria-hidden />
      <Box flex="1" minW="0">
        <Flex gap="3" justify="space-between">
          <Span truncate>{item.name}</Span>
          <Span color="fg.muted" textStyle="meta" whiteSpace="nowrap" alignSelf="center" fontVariantNumeric="tabular-nums">
            {formatFileSize(item.size)}
          </Span>
        </Flex>
        {isUploading ? <Progress name={item.name} progress={item.progress} /> : null}
        {item.state === 'failed' ? (
          <Text role="alert" color="fg.error" textStyle="meta">
            {item.reason}
          </Text>
        ) : null}
      </Box>
      {item.state === 'failed' ? (
        <Button
          type="button"
          size="xs"
          variant="outline"
          colorPalette="gray"
          aria-label={`Try ${item.name} again`}
          onClick={onRetry}
        >
          Try again
        </Button>
      ) : null}
      <IconButton
        type="button"
        variant="ghost"
        colorPalette="gray"
        size="sm"
        aria-label={isUploading ? `Cancel the upload of ${item.name}` : `Remove ${item.name}`}
        onClick={onRemove}
      >
        <X size={16} />
      </IconButton>
    </Flex>
  );
}

/** The input covers the whole area: a press opens the dialog, and the browser itself takes what is dropped on it. */
const COVER = { position: 'absolute', inset: '0', h: '100%', w: '100%', opacity: '0', cursor: 'pointer' } as const;

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
        help={`Up to ${ATTACHMENTS.max} files of ${formatFileSize(ATTACHMENTS.maxBytes)} each: pictures, PDFs, archives, logs, source code`}
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
