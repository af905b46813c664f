import { Button, lazyComponent, useDialogState } from '@solvent/ui';
import type { DraftFile } from '../../attachments/use-attachments.ts';
import type { ProblemValues } from './problem-draft.ts';

const PreviewDialog = lazyComponent(() => import(/* webpackChunkName: "problem-preview" */ './preview-dialog.tsx'));

interface ProblemPreviewProps {
  values: ProblemValues;
  files: readonly DraftFile[];
}

export function ProblemPreview(props: ProblemPreviewProps) {
  const { isOpen, open, close, onLoadError } = useDialogState('The preview');
  return (
    <>
      <Button type="button" variant="outline" colorPalette="gray" aria-haspopup="dialog" aria-expanded={isOpen} onClick={open}>
        Preview problem
      </Button>
      <PreviewDialog {...props} wanted={isOpen} open={isOpen} onClose={close} onLoadError={onLoadError} />
    </>
  );
}
