import { Center, Flex, IconButton, Span } from '@solvent/ui';
import type { Image } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ComponentProps, ComponentType, MouseEvent, ReactNode } from 'react';

export interface ViewedPicture {
  key: string;
  name: string;
  /** Natural width in px, if known. */
  width?: number | undefined;
  /** Has its own controls, which use the arrow keys, instead of zoom. */
  isVideo?: boolean;
}

export interface LargePictureProps<Picture> {
  picture: Picture;
  /** Displayed width, for `sizes`. */
  displaySize: string;
  image: ComponentProps<typeof Image>;
}

interface Zoom {
  /** Of the enlarged picture. */
  key: string;
  /** Displayed width in px. */
  width: number;
  /** Point that was clicked, as shares of width and height. */
  x: number;
  y: number;
}

const FITTED = { maxW: '100%', maxH: '100%', objectFit: 'contain', cursor: 'zoom-in' } as const;
const ZOOMED = { maxW: 'none', maxH: 'none', cursor: 'zoom-out' } as const;

/** Minimum factor, for pictures that are smaller than the window. */
const MIN_ZOOM = 2;

function useZoom({ key, width: naturalWidth }: ViewedPicture) {
  const frame = useRef<HTMLDivElement>(null);
  const [lastZoom, setZoom] = useState<Zoom>();
  const zoom = lastZoom?.key === key ? lastZoom : undefined;
  function toggle(point?: Pick<MouseEvent, 'clientX' | 'clientY'>): void {
    const image = frame.current?.querySelector('img');
    if (zoom || !image) return setZoom(undefined);
    const { left, top, width, height } = image.getBoundingClientRect();
    setZoom({
      key,
      width: Math.max(naturalWidth ?? image.naturalWidth, width * MIN_ZOOM),
      x: point ? (point.clientX - left) / width : 0.5,
      y: point ? (point.clientY - top) / height : 0.5,
    });
  }
  useLayoutEffect(() => {
    const { current } = frame;
    if (!zoom || !current) return;
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = current;
    current.scrollLeft = zoom.x * scrollWidth - clientWidth / 2;
    current.scrollTop = zoom.y * scrollHeight - clientHeight / 2;
  }, [zoom]);
  return { frame, zoom, toggle };
}

interface ZoomablePictureProps<Picture> {
  picture: Picture;
  Picture: ComponentType<LargePictureProps<Picture>>;
  /** Buttons left of the zoom button, and at the end. */
  steps: ReactNode;
  action: ReactNode;
  onStep: (step: number) => void;
  onClose: () => void;
}

function useArrowKeys(onStep: (step: number) => void): void {
  const step = useEffectEvent(onStep);
  useEffect(() => {
    const handle = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowLeft') step(-1);
      if (key === 'ArrowRight') step(1);
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
}

function ZoomablePicture<Picture extends ViewedPicture>({
  picture,
  Picture,
  steps,
  action,
  onStep,
  onClose,
}: ZoomablePictureProps<Picture>) {
  const { frame, zoom, toggle } = useZoom(picture);
  // The arrow keys scroll an enlarged picture.
  useArrowKeys((step) => (zoom || picture.isVideo ? undefined : onStep(step)));
  const label = zoom ? 'Zoom out' : 'Zoom in';
  const zoomButton = (
    <IconButton variant="ghost" colorPalette="gray" aria-label={label} title={label} onClick={() => toggle()}>
      {zoom ? <ZoomOut size={20} /> : <ZoomIn size={20} />}
    </IconButton>
  );
  return (
    <Modal
      open
      onClose={onClose}
      size="full"
      title={
        <Span display="block" pe="8" overflowWrap="anywhere">
          {picture.name}
        </Span>
      }
      footer={
        <>
          <Flex gap="1" align="center" me="auto">
            {steps}
            {picture.isVideo ? null : zoomButton}
          </Flex>
          {action}
        </>
      }
    >
      <Center
        ref={frame}
        // Focusable, so that the arrow keys scroll it.
        tabIndex={zoom ? 0 : undefined}
        w="100%"
        h="100%"
        overflow="auto"
        css={{ placeContent: 'safe center', placeItems: 'safe center' }}
      >
        <Picture
          key={picture.key}
          picture={picture}
          displaySize={zoom ? `${zoom.width}px` : picture.width ? `min(100vw, ${picture.width}px)` : '100vw'}
          image={{
            alt: picture.name,
            onClick: toggle,
            style: { width: zoom ? `${zoom.width}px` : undefined },
            ...(zoom ? ZOOMED : FITTED),
          }}
        />
      </Center>
    </Modal>
  );
}

interface PictureViewerProps<Picture> extends Pick<ZoomablePictureProps<Picture>, 'Picture' | 'onClose'> {
  pictures: readonly Picture[];
  /** Index of the first picture shown. */
  start?: number;
  /** A button, such as Download. */
  renderAction?: (picture: Picture) => ReactNode;
}

/** Shows pictures in the whole window, with zoom, next and previous. */
export function PictureViewer<Picture extends ViewedPicture>({
  pictures,
  start = 0,
  renderAction,
  ...props
}: PictureViewerProps<Picture>) {
  const [index, setIndex] = useState(start);
  const picture = pictures[index];
  const last = pictures.length - 1;
  const moveBy = (step: number) => setIndex((current) => Math.min(Math.max(current + step, 0), last));
  if (!picture) return null;
  const kind = picture.isVideo ? 'video' : 'picture';
  const steps = (
    <>
      <IconButton
        variant="ghost"
        colorPalette="gray"
        aria-label={`Previous ${kind}`}
        disabled={index === 0}
        onClick={() => moveBy(-1)}
      >
        <ChevronLeft size={20} />
      </IconButton>
      <Span textStyle="ui" color="fg.muted" fontVariantNumeric="tabular-nums" aria-live="polite">
        {index + 1} of {pictures.length}
      </Span>
      <IconButton
        variant="ghost"
        colorPalette="gray"
        aria-label={`Next ${kind}`}
        disabled={index === last}
        onClick={() => moveBy(1)}
      >
        <ChevronRight size={20} />
      </IconButton>
    </>
  );
  return (
    <ZoomablePicture
      picture={picture}
      onStep={moveBy}
      steps={last > 0 ? steps : null}
      action={renderAction?.(picture)}
      {...props}
    />
  );
}
