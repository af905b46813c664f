import { Box, Button, Flex, IconButton, Span, Text } from '@solvent/ui';
import { Paperclip, X } from 'lucide-react';
import { sizeText } from './attachment.ts';
import type { Attachment } from './attachment.ts';

function Progress({ name, part }: { name: string; part: number }) {
  const percent = Math.round(part * 100);
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

/** A file of the form: how far it is, and what can be done with it. */
export function AttachmentRow({ item, onRemove, onRetry }: AttachmentRowProps) {
  const isUploading = item.state === 'uploading';
  return (
    <Flex as="li" align="center" gap="3" ps="3" pe="1" py="1" minH="44px" borderWidth="1px" rounded="l2">
      <Box as={Paperclip} boxSize="16px" flexShrink="0" color="fg.muted" aria-hidden />
      <Box flex="1" minW="0">
        <Flex gap="3" justify="space-between">
          <Span truncate>{item.name}</Span>
          <Span color="fg.muted" textStyle="meta" whiteSpace="nowrap" alignSelf="center" fontVariantNumeric="tabular-nums">
            {sizeText(item.size)}
          </Span>
        </Flex>
        {isUploading ? <Progress name={item.name} part={item.progress} /> : null}
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
