import { Box, Button, Text } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';
import { useState } from 'react';
import type { ChosenPicture } from './chosen-picture.ts';
import { CropArea } from './crop-area.tsx';
import { isArea, middleSquare } from './crop.ts';
import { useSavePicture } from './use-save-picture.ts';

const percentOf = (part: number) => Math.round(part * 100);

/** How much of the picture has arrived. */
function Progress({ part }: { part: number }) {
  const percent = percentOf(part);
  return (
    <Box
      role="progressbar"
      aria-label="Uploading the picture"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      h="4px"
      mt="3"
      rounded="full"
      bg="bg.emphasized"
      overflow="hidden"
    >
      <Box h="100%" bg="brand.solid" transition="width 150ms" style={{ width: `${percent}%` }} />
    </Box>
  );
}

/** What has been sent cannot be called off any more. */
const stay = () => undefined;

interface CropDialogProps {
  picture: ChosenPicture;
  /** Saved or not wanted any more. */
  onClose: () => void;
  finalFocusEl: () => HTMLElement | null;
}

/** Which part of the picture is the person's, and how that gets to the server. */
export function Component({ picture, onClose, finalFocusEl }: CropDialogProps) {
  const [area, setArea] = useState(() => middleSquare(picture.element));
  const { step, save, cancel } = useSavePicture(picture, onClose);
  const isBusy = step.name === 'uploading' || step.name === 'saving';
  const footer = (
    <>
      {/* Called off on its way, the crop stays. */}
      <Button variant="outline" colorPalette="gray" disabled={step.name === 'saving'} onClick={isBusy ? cancel : onClose}>
        {step.name === 'uploading' ? 'Cancel upload' : 'Cancel'}
      </Button>
      <Button loading={isBusy} loadingText={step.name === 'uploading' ? 'Uploading…' : 'Saving…'} onClick={() => void save(area)}>
        {step.name === 'failed' ? 'Try again' : 'Save picture'}
      </Button>
    </>
  );
  return (
    <Modal
      open
      onClose={step.name === 'saving' ? stay : onClose}
      title="Crop your picture"
      footer={footer}
      finalFocusEl={finalFocusEl}
    >
      <Box inert={isBusy}>
        <CropArea picture={picture} onArea={(next) => (isArea(next) ? setArea(next) : undefined)} />
      </Box>
      {isBusy ? <Progress part={step.name === 'uploading' ? step.part : 1} /> : null}
      {step.name === 'failed' ? (
        <Text role="alert" color="fg.error" mt="2">
          {step.text}
        </Text>
      ) : null}
    </Modal>
  );
}
