import { ProgressBar } from '@solvent/kit';
import Cropper from 'react-easy-crop';
import { Box, Button, chakra, Flex, Text } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';
import { useId, useState } from 'react';
import { isValidArea, getCenterSquare } from './crop.ts';
import type { Area } from './crop.ts';
import type { ChosenPicture } from './use-picture.ts';
import { useSavePicture } from './use-save-picture.ts';

const ZOOM = { min: 1, max: 4, step: 0.05 } as const;

/** The CSP nonce, which the cropper needs for its styles. */
const pageNonce = () => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

const Range = chakra('input', {
  base: {
    flex: '1',
    minW: '0',
    h: '44px',
    accentColor: 'brand.solid',
    cursor: 'pointer',
    rounded: 'l1',
    focusVisibleRing: 'outside',
  },
});

function Zoom({ value, onChange }: { value: number; onChange: (zoom: number) => void }) {
  const id = useId();
  return (
    <Flex align="center" gap="3" mt="2">
      <chakra.label htmlFor={id} fontWeight="500">
        Zoom
      </chakra.label>
      <Range
        id={id}
        type="range"
        {...ZOOM}
        value={value}
        aria-valuetext={`${Math.round(value * 100)} %`}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </Flex>
  );
}

interface CropAreaProps {
  picture: ChosenPicture;
  onArea: (area: Area) => void;
}

function CropArea({ picture, onArea }: CropAreaProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState<number>(ZOOM.min);
  return (
    <>
      <Box
        position="relative"
        h={{ base: 'min(320px, 45dvh)', md: '320px' }}
        bg="bg.muted"
        rounded="l2"
        overflow="hidden"
        css={{ '& [data-testid=cropper]:focus-visible': { outline: '3px solid', outlineColor: 'brand.focusRing' } }}
      >
        <Cropper
          image={picture.url}
          crop={crop}
          zoom={zoom}
          minZoom={ZOOM.min}
          maxZoom={ZOOM.max}
          aspect={1}
          cropShape="round"
          showGrid={false}
          nonce={pageNonce()}
          cropperProps={{ role: 'group', 'aria-label': 'Picture position: move it with the arrow keys' }}
          mediaProps={{ alt: '' }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, area) => onArea(area)}
        />
      </Box>
      <Zoom value={zoom} onChange={setZoom} />
    </>
  );
}

interface CropDialogProps {
  picture: ChosenPicture;
  onClose: () => void;
  finalFocusEl: () => HTMLElement | null;
}

export function Component({ picture, onClose, finalFocusEl }: CropDialogProps) {
  const [area, setArea] = useState(() => getCenterSquare(picture.element));
  const { step, save, cancel } = useSavePicture(picture, onClose);
  const isBusy = step.name === 'uploading' || step.name === 'saving';
  const footer = (
    <>
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
      onClose={onClose}
      title="Crop your picture"
      footer={footer}
      isBusy={step.name === 'saving'}
      finalFocusEl={finalFocusEl}
    >
      <Box inert={isBusy}>
        <CropArea picture={picture} onArea={(next) => (isValidArea(next) ? setArea(next) : undefined)} />
      </Box>
      {isBusy ? <ProgressBar label="Uploading the picture" value={step.name === 'uploading' ? step.progress : 1} mt="3" /> : null}
      {step.name === 'failed' ? (
        <Text role="alert" color="fg.error" mt="2">
          {step.text}
        </Text>
      ) : null}
    </Modal>
  );
}
