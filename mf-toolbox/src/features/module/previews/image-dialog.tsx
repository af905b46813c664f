import { Image } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';

export function Component({ url, name, onClose }: { url: string; name: string; onClose: () => void }) {
  return (
    <Modal open onClose={onClose} title={name} size="lg">
      <Image src={url} alt={name} maxH="70dvh" mx="auto" mb="4" objectFit="contain" rounded="l1" />
    </Modal>
  );
}
