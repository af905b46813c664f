import type { OwnModule } from '@solvent/contracts';
import { Button, useDialog } from '@solvent/ui';
import { Upload } from 'lucide-react';

const loadDialog = () => import(/* webpackChunkName: "new-version-dialog" */ './new-version-dialog.tsx');

/** Opens the dialog that uploads a further version; nothing while one is being looked at. */
export function NewVersionButton({ module }: { module: OwnModule }) {
  const { open, close, Dialog } = useDialog(loadDialog);
  if (module.status === 'in-review') return null;
  return (
    <>
      <Button size="sm" variant="outline" colorPalette="gray" aria-label={`New version of ${module.title}`} onClick={open}>
        <Upload size={14} aria-hidden />
        New version
      </Button>
      {Dialog ? <Dialog module={module} onClose={close} /> : null}
    </>
  );
}
