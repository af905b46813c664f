import { ATTACHMENT_ACCEPT, ATTACHMENTS } from '@solvent/contracts';
import { DropField, formatFileSize, ProgressBar } from '@solvent/kit';
import { Box, Button, chakra, Flex, IconButton, Span, Stack, Text } from '@solvent/ui';
import { Paperclip, X } from 'lucide-react';
import { useRef } from 'react';
import type { Attachment, Attachments } from './use-attachments.ts';

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
        {isUploading ? <ProgressBar label={`Uploading ${item.name}`} value={item.progress} mt="1.5" /> : null}
        {item.state === 'failed' ? (
          <Text role="alert" color="fg.error" textStyle="meta">
            {item.reason}
          </Text>
        ) : null}
      </Box>
      {item.state === 'failed' && !item.isLost ? (
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

interface AttachmentsFieldProps {
  attachments: Attachments;
  error: string | undefined;
}

export function AttachmentsField({ attachments, error }: AttachmentsFieldProps) {
  const { items, rejections, add, remove, retry } = attachments;
  const inputRef = useRef<HTMLInputElement>(null);

  function removeItem(key: string) {
    remove(key);
    inputRef.current?.focus();
  }

  return (
    <Stack gap="2.5">
      <DropField
        label="Attachments"
        prompt="Choose files, or drop them here"
        accept={ATTACHMENT_ACCEPT}
        help={`Up to ${ATTACHMENTS.max} files of ${formatFileSize(ATTACHMENTS.maxBytes)} each: pictures, PDFs, archives, logs, source code`}
        error={error}
        multiple
        inputRef={inputRef}
        onChoose={add}
      />
      {rejections.map((text) => (
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
