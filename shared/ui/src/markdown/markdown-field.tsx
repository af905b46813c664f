import { Box, Flex } from '@chakra-ui/react';
import type { TextareaProps } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import type { Ref } from 'react';
import { FieldFrame } from '../components/field-frame.tsx';
import { Text } from '../texts.tsx';
import { FieldTextarea } from '../forms/entries.tsx';
import type { FieldFrameProps } from '../components/field-frame.tsx';
import { lazyComponent } from '../components/lazy-component.tsx';
import { Tabs } from '../components/tabs.tsx';
import type { UploadPicture } from './editor/use-picture-uploads.ts';
import { Markdown } from './markdown.tsx';
import type { MarkdownProps } from './markdown-view.tsx';

/** The toolbar of a markdown field, and the only module that loads the editor package. Fields work without it. */
export const MarkdownTools = lazyComponent(() => import(/* webpackChunkName: "markdown-editor" */ './editor/markdown-tools.tsx'));

/** Reserves the toolbar's rows before it loads: buttons of 32 px, 44 px on touch, with gaps of 2 px. */
const getToolbarPlaceholder = (count: number) =>
  ({
    flex: '1 1 100%',
    minW: '0',
    minH: '32px',
    css: {
      [`@container (max-width: ${count * 34 - 3}px)`]: { minH: '66px' },
      '@media (pointer: coarse)': {
        minH: '44px',
        [`@container (max-width: ${count * 46 - 3}px)`]: { minH: '90px' },
        '@container (max-width: 319px)': { minH: '136px' },
      },
      '@container (min-width: 680px)': { flex: '0 1 auto' },
    },
  }) as const;

const FRAME = { borderWidth: '1px', borderColor: 'border.control', rounded: 'l2', bg: 'bg.panel' } as const;

/** Hidden during a preview but focusable: the form focuses an invalid field, which shows it again. */
const VISUALLY_HIDDEN = {
  role: undefined,
  'aria-labelledby': undefined,
  hidden: false,
  position: 'absolute',
  insetX: '0',
  top: '0',
  opacity: '0',
  h: '1px',
  overflow: 'hidden',
  pointerEvents: 'none',
} as const;

interface MarkdownFieldProps
  extends Omit<FieldFrameProps, 'label' | 'children'>, Pick<MarkdownProps, 'headingsFrom'>, Omit<TextareaProps, 'value'> {
  label: string;
  value: string;
  writeLabel?: string;
  uploadPicture?: UploadPicture;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Edits markdown with a preview tab; grows from `minH` to 60 % of the viewport. */
export function MarkdownField({
  label,
  error,
  help = 'Markdown works here',
  required,
  headingsFrom,
  value,
  minH = '300px',
  writeLabel = 'Write',
  uploadPicture,
  ref,
  ...textarea
}: MarkdownFieldProps) {
  const [tab, setTab] = useState<'write' | 'preview'>('write');
  const field = useRef<HTMLTextAreaElement>(null);
  const isWriting = tab === 'write';
  // After a submit the field is empty: return to the Write tab.
  const [shownValue, setShownValue] = useState(value);
  if (value !== shownValue) {
    setShownValue(value);
    if (value === '') setTab('write');
  }
  return (
    <FieldFrame label={label} error={error} help={help} required={required}>
      <Tabs.Root value={tab} onValueChange={setTab} variant="subtle">
        <Box w="full" containerType="inline-size">
          <Flex align="center" justify="space-between" columnGap="2" rowGap="1" wrap="wrap">
            <Tabs.List label={label}>
              <Tabs.Trigger value="write">{writeLabel}</Tabs.Trigger>
              <Tabs.Trigger value="preview">Preview</Tabs.Trigger>
            </Tabs.List>
            <Box {...getToolbarPlaceholder(uploadPicture ? 14 : 13)}>
              <MarkdownTools field={field} uploadPicture={uploadPicture} hidden={!isWriting} renderLoadError={() => null} />
            </Box>
          </Flex>
        </Box>
        <Box w="full" position="relative">
          <Tabs.Content value="write" {...(isWriting ? {} : VISUALLY_HIDDEN)}>
            <FieldTextarea
              {...textarea}
              ref={(element: HTMLTextAreaElement | null) => {
                field.current = element;
                if (typeof ref === 'function') ref(element);
                else if (ref) ref.current = element;
              }}
              value={value}
              autoresize
              minH={minH}
              maxH="60vh"
              tabIndex={isWriting ? 0 : -1}
              onFocus={() => setTab('write')}
            />
          </Tabs.Content>
          {isWriting ? null : (
            <Tabs.Content value="preview" tabIndex={0} p="4" minH={minH} {...FRAME}>
              {value.trim() ? (
                <Markdown text={value} headingsFrom={headingsFrom} />
              ) : (
                <Text color="fg.muted">Nothing to preview yet.</Text>
              )}
            </Tabs.Content>
          )}
        </Box>
      </Tabs.Root>
    </FieldFrame>
  );
}
