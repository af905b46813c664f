import type { StoredFile } from '@solvent/contracts';
import { Button, Image, Span } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';
import { Download } from 'lucide-react';

export function Component({ file, onClose }: { file: StoredFile; onClose: () => void }) {
  const title = (
    <Span display="block" pe="8" overflowWrap="anywhere">
      {file.name}
    </Span>
  );
  const footer = (
    <Button asChild variant="outline" colorPalette="gray">
      <a href={file.url} download={file.name}>
        <Download size={16} aria-hidden />
        Download
      </a>
    </Button>
  );
  return (
    <Modal open onClose={onClose} title={title} size="lg" footer={footer}>
      <Image src={file.url} alt={file.name} maxH="70dvh" mx="auto" objectFit="contain" rounded="l1" />
    </Modal>
  );
}
