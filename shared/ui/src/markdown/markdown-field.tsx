import { Box, Flex } from '@chakra-ui/react';
import type { TextareaProps } from '@chakra-ui/react';
import { useId, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { FieldFrame } from '../components/field-frame.tsx';
import { Text } from '../components/texts.tsx';
import { FieldTextarea } from '../forms/entries.tsx';
import type { FieldFrameProps } from '../components/field-frame.tsx';
import { Markdown } from './markdown.tsx';
import type { MarkdownProps } from './markdown-view.tsx';
import { WritePreviewTabs } from './write-preview-tabs.tsx';
import type { MarkdownTab } from './write-preview-tabs.tsx';

const FRAME = { borderWidth: '1px', borderColor: 'border.control', rounded: 'l2', bg: 'bg.panel' } as const;

/** Out of sight while previewed, but there: the form leads the focus to it when it is wrong, and that shows it. */
const OUT_OF_SIGHT = {
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
  /** The text of the tab in which it is written; "Write" by default. */
  writeLabel?: string;
  /** What stands beside the tabs while it is written. */
  toolbar?: ReactNode;
  ref?: Ref<HTMLTextAreaElement>;
}

/**
 * Text in markdown, written or seen as readers will: two tabs over a control that grows from `minH` (300 px) to 60 % of
 * the window's height. Takes what `fieldOf` of `useProductForm` gives; the hint is "Markdown works here" without `help`.
 */
export function MarkdownField({
  label,
  error,
  help = 'Markdown works here',
  required,
  headingsFrom,
  value,
  minH = '300px',
  writeLabel = 'Write',
  toolbar,
  ...textarea
}: MarkdownFieldProps) {
  const [tab, setTab] = useState<MarkdownTab>('write');
  const id = useId();
  const isWriting = tab === 'write';
  return (
    <FieldFrame label={label} error={error} help={help} required={required}>
      <Flex w="full" align="center" justify="space-between" gap="2" wrap="wrap">
        <WritePreviewTabs label={label} writeLabel={writeLabel} id={id} tab={tab} onTab={setTab} />
        {isWriting ? toolbar : null}
      </Flex>
      <Box w="full" position="relative">
        <Box
          id={`${id}-write`}
          role={isWriting ? 'tabpanel' : undefined}
          aria-label={writeLabel}
          {...(isWriting ? {} : OUT_OF_SIGHT)}
        >
          <FieldTextarea
            {...textarea}
            value={value}
            autoresize
            minH={minH}
            maxH="60vh"
            tabIndex={isWriting ? 0 : -1}
            onFocus={() => setTab('write')}
          />
        </Box>
        {isWriting ? null : (
          <Box id={`${id}-preview`} role="tabpanel" aria-label="Preview" tabIndex={0} p="4" minH={minH} {...FRAME}>
            {value.trim() ? (
              <Markdown text={value} headingsFrom={headingsFrom} />
            ) : (
              <Text color="fg.muted">There is nothing to preview yet.</Text>
            )}
          </Box>
        )}
      </Box>
    </FieldFrame>
  );
}
