import { useSession } from '@solvent/store';
import { Box, Button, lazyComponent, Skeleton, useDialogState } from '@solvent/ui';
import { useId } from 'react';
import type { ProblemValues } from './problem-draft.ts';

const PreviewedCard = lazyComponent(() => import(/* webpackChunkName: "problem-preview" */ './previewed-card.tsx'));

export function CardPreview({ values }: { values: ProblemValues }) {
  const { isOpen, open, close, onLoadError } = useDialogState('The card');
  const isSignedIn = useSession((state) => state.userData !== null);
  const id = useId();
  if (!isSignedIn) return null;
  return (
    <Box>
      <Button
        type="button"
        variant="outline"
        colorPalette="gray"
        size="sm"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={isOpen ? close : open}
      >
        {isOpen ? 'Hide the card' : 'Preview as card'}
      </Button>
      {isOpen ? (
        <Box id={id} role="group" aria-label="Preview of the card" mt="3">
          <Box inert>
            <PreviewedCard values={values} fallback={<Skeleton h="180px" />} onLoadError={onLoadError} />
          </Box>
        </Box>
      ) : null}
    </Box>
  );
}
