import type { OwnModule } from '@solvent/contracts';
import { failureText, http, useMutation, useQueryClient } from '@solvent/http';
import { Button, loadAskDialog, toast, useDialog } from '@solvent/ui';
import { modulePath } from '../../../module/module-query.ts';
import { refreshModules } from '../../../module/show-module.ts';

/** `DELETE /modules/{id}`: who bought it keeps it. */
function useDeletion({ id }: OwnModule) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => http.delete(modulePath(id)),
    onSuccess: () => toast.success('The module was deleted'),
    onError: (error) => toast.error(failureText(error, 'The module could not be deleted. Please try again.')),
    onSettled: () => refreshModules(queryClient),
  });
}

/** Deletes a module that is not in the catalogue: asks once. */
export function DeleteAction({ module }: { module: OwnModule }) {
  const { mutate, isPending } = useDeletion(module);
  const { open, close, Dialog } = useDialog(loadAskDialog);
  if (module.status !== 'unpublished' && module.status !== 'rejected') return null;
  return (
    <>
      <Button size="sm" variant="ghost" colorPalette="red" aria-label={`Delete ${module.title}`} onClick={open}>
        Delete
      </Button>
      {Dialog ? (
        <Dialog
          title="Delete this module?"
          text={`“${module.title}”, its versions and its reviews go for good. Who bought it keeps it.`}
          action="Delete"
          busyAction="Deleting"
          destructive
          busy={isPending}
          onConfirm={() => mutate(undefined, { onSettled: close })}
          onClose={close}
          // Its row goes with it.
          finalFocusEl={() => document.querySelector('h1')}
        />
      ) : null}
    </>
  );
}
