import { Box, chakra, Flex } from '@solvent/ui';
import { useId, useState } from 'react';
import Cropper from 'react-easy-crop';
import type { ChosenPicture } from './chosen-picture.ts';
import type { Area } from './crop.ts';

const ZOOM = { min: 1, max: 4, step: 0.05 } as const;

/** The nonce of this page's policy: without it the browser refuses the cropper's styles. */
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

/** The picture under a round window: dragged, pinched, or moved with the arrow keys. */
export function CropArea({ picture, onArea }: CropAreaProps) {
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
          cropperProps={{ role: 'group', 'aria-label': 'Position of the picture: move it with the arrow keys' }}
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
