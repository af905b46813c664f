import { Box, Button, chakra, Flex, HStack, IconButton, Text } from '@chakra-ui/react';
import { ImagePlus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ChangeEvent, KeyboardEvent, RefObject } from 'react';
import { SyntaxHelp } from './syntax-help.tsx';
import { applyTool, TOOLS } from './tools.ts';
import { PICTURE_ACCEPT, usePictureUploads } from './use-picture-uploads.ts';
import type { UploadPicture } from './use-picture-uploads.ts';

const COMPACT_TOOLS = TOOLS.filter(({ isCompact }) => isCompact);

function useFormattingKeys(field: RefObject<HTMLTextAreaElement | null>) {
  const handleShortcut = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const tool = TOOLS.find(({ key }) => key === event.key.toLowerCase());
    if (!tool) return;
    event.preventDefault();
    applyTool(tool, field.current);
  });
  useEffect(() => {
    const element = field.current;
    const listener = (event: globalThis.KeyboardEvent) => handleShortcut(event);
    element?.addEventListener('keydown', listener);
    return () => element?.removeEventListener('keydown', listener);
  }, [field]);
}

/** Makes a toolbar one Tab stop, with arrows, Home and End moving inside. */
function useRovingTabIndex() {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])];
    const to = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    buttons.at(to % buttons.length)?.focus();
  }
  const getTabProps = (index: number) => ({ tabIndex: index === current ? 0 : -1, onFocus: () => setCurrent(index) });
  return { bar, handleKey, getTabProps };
}

const BUTTON = { type: 'button', size: 'xs', variant: 'ghost', colorPalette: 'gray', flexShrink: '0' } as const;

interface MarkdownToolsProps {
  field: RefObject<HTMLTextAreaElement | null>;
  /** Shows only the tools for a small field, such as a message. */
  compact?: boolean;
  uploadPicture?: UploadPicture | undefined;
  hidden?: boolean;
}

/** Formatting commands of @uiw/react-md-editor, without its field and its unsafe preview. */
export function Component({ field, compact = false, uploadPicture, hidden = false }: MarkdownToolsProps) {
  const { bar, handleKey, getTabProps } = useRovingTabIndex();
  const fileInput = useRef<HTMLInputElement>(null);
  const pictures = usePictureUploads(field, uploadPicture);
  useFormattingKeys(field);
  const tools = compact ? COMPACT_TOOLS : TOOLS;

  function handleChoose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const chosen = [...(currentTarget.files ?? [])];
    // Lets the user choose the same file again.
    currentTarget.value = '';
    field.current?.focus();
    pictures.add(chosen);
  }

  return (
    <>
      <HStack
        ref={bar}
        role="toolbar"
        aria-label="Formatting"
        gap="0.5"
        p="0.5"
        m="-0.5"
        wrap="wrap"
        onKeyDown={handleKey}
        display={hidden ? 'none' : 'flex'}
      >
        {tools.map((tool, index) => (
          <IconButton
            key={tool.label}
            {...BUTTON}
            {...getTabProps(index)}
            aria-label={tool.label}
            title={tool.key ? `${tool.label} (Ctrl + ${tool.key.toUpperCase()})` : tool.label}
            onClick={() => applyTool(tool, field.current)}
          >
            <tool.icon size={16} />
          </IconButton>
        ))}
        {uploadPicture ? (
          <IconButton
            {...BUTTON}
            {...getTabProps(tools.length)}
            aria-label="Picture"
            title="Picture: choose one, paste it or drop it into the text"
            onClick={() => fileInput.current?.click()}
          >
            <ImagePlus size={16} />
          </IconButton>
        ) : null}
        {compact ? null : <SyntaxHelp {...getTabProps(tools.length + (uploadPicture ? 1 : 0))} />}
      </HStack>
      {uploadPicture ? (
        <chakra.input
          ref={fileInput}
          type="file"
          accept={PICTURE_ACCEPT}
          aria-label="Picture"
          multiple
          hidden
          onChange={handleChoose}
        />
      ) : null}
      <Box role="status" textStyle="meta" color="fg.muted">
        {pictures.isUploading ? 'Uploading the picture…' : ''}
      </Box>
      {pictures.failures.map((failure) => (
        <Flex key={failure.key} role="alert" align="center" justify="space-between" gap="2" color="fg.error" textStyle="meta">
          <Text overflowWrap="anywhere" dir="auto">
            {failure.text}
          </Text>
          {failure.picture ? (
            <Button type="button" size="xs" variant="outline" colorPalette="gray" onClick={() => pictures.retry(failure)}>
              Try again
            </Button>
          ) : null}
        </Flex>
      ))}
    </>
  );
}
