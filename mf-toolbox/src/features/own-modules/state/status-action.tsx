import type { OwnModule } from '@solvent/contracts';
import { Button, loadAskDialog, useDialog } from '@solvent/ui';
import { useRef } from 'react';
import { useStatusChange } from './use-status-change.ts';

const LOOK = { size: 'sm', variant: 'outline', colorPalette: 'gray' } as const;

/** Takes a module out of the catalogue: asks once. */
function Unpublish({ module }: { module: OwnModule }) {
  const { mutate, isPending } = useStatusChange(module);
  const { open, close, Dialog } = useDialog(loadAskDialog);
  const buttonRef = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={buttonRef} {...LOOK} aria-label={`Unpublish ${module.title}`} onClick={open}>
        Unpublish
      </Button>
      {Dialog ? (
        <Dialog
          title="Unpublish this module?"
          text={`“${module.title}” leaves the catalogue. Who has it keeps it, and you can publish it again.`}
          action="Unpublish"
          busyAction="Unpublishing"
          busy={isPending}
          onConfirm={() => mutate('unpublished', { onSettled: close })}
          onClose={close}
          finalFocusEl={() => buttonRef.current}
        />
      ) : null}
    </>
  );
}

function PublishAgain({ module }: { module: OwnModule }) {
  const { mutate, isPending } = useStatusChange(module);
  return (
    <Button {...LOOK} loading={isPending} aria-label={`Publish ${module.title} again`} onClick={() => mutate('published')}>
      Publish again
    </Button>
  );
}

/** What its author can change about where a module stands; nothing while it is in review, or refused. */
export function StatusAction({ module }: { module: OwnModule }) {
  if (module.status === 'published') return <Unpublish module={module} />;
  return module.status === 'unpublished' ? <PublishAgain module={module} /> : null;
}
