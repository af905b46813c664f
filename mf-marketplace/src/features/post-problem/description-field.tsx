import { Box, Text } from '@solvent/ui';
import { FieldFrame, Textarea } from '@solvent/ui/forms';
import { useId, useState } from 'react';
import { Markdown } from '../../markdown/markdown.tsx';
import type { ProblemForm } from './use-problem-form.ts';
import { WritePreviewTabs } from './write-preview-tabs.tsx';
import type { DescriptionTab } from './write-preview-tabs.tsx';

const FRAME = { borderWidth: '1px', borderColor: 'border.control', rounded: 'l2', bg: 'bg.panel' } as const;
const MIN_HEIGHT = '300px';

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

/** The description: markdown, written or seen as readers will. */
export function DescriptionField({ form }: { form: ProblemForm }) {
  const [tab, setTab] = useState<DescriptionTab>('write');
  const id = useId();
  const { error, value, ...field } = form.fieldOf('body');
  const isWriting = tab === 'write';
  return (
    <FieldFrame label="Description" error={error} help="Markdown works here" required>
      <WritePreviewTabs id={id} tab={tab} onTab={setTab} />
      <Box w="full" position="relative">
        <Box id={`${id}-write`} role={isWriting ? 'tabpanel' : undefined} aria-label="Write" {...(isWriting ? {} : OUT_OF_SIGHT)}>
          <Textarea
            {...field}
            value={value}
            autoresize
            minH={MIN_HEIGHT}
            maxH="60vh"
            tabIndex={isWriting ? 0 : -1}
            onFocus={() => setTab('write')}
          />
        </Box>
        {isWriting ? null : (
          <Box id={`${id}-preview`} role="tabpanel" aria-label="Preview" tabIndex={0} p="4" minH={MIN_HEIGHT} {...FRAME}>
            {value.trim() ? <Markdown text={value} /> : <Text color="fg.muted">There is nothing to preview yet.</Text>}
          </Box>
        )}
      </Box>
    </FieldFrame>
  );
}
