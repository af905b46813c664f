import { Center, chakra, Image, Span, Text } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';
import { useState } from 'react';
import { useObjectUrl } from './use-object-url.ts';

export type MediaKind = 'image' | 'video';

const WHOLE = { maxW: '100%', maxH: '70dvh', objectFit: 'contain', rounded: 'l1' } as const;

interface MediaDialogProps {
  file: File;
  kind: MediaKind;
  onClose: () => void;
}

/** A picture or video of the form at full size (spec 2): a video plays at once. */
export function MediaDialog({ file, kind, onClose }: MediaDialogProps) {
  const url = useObjectUrl(file);
  const [failed, setFailed] = useState(false);
  const shared = { src: url, onError: () => setFailed(true), ...WHOLE };
  return (
    <Modal
      open
      onClose={onClose}
      size="lg"
      title={
        <Span display="block" pe="8" overflowWrap="anywhere">
          {file.name}
        </Span>
      }
    >
      <Center minH="min(320px, 50dvh)" pb="5">
        {failed ? <Text color="fg.error">This browser cannot show the file.</Text> : null}
        {url && !failed && kind === 'image' ? <Image alt={file.name} {...shared} /> : null}
        {/* What people upload has no captions. */}
        {url && !failed && kind === 'video' ? (
          <chakra.video aria-label={file.name} controls autoPlay playsInline {...shared} />
        ) : null}
      </Center>
    </Modal>
  );
}
