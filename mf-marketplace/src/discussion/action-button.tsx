import { Button } from '@solvent/ui';
import type { ButtonProps } from '@solvent/ui';
import type { Ref } from 'react';

/** A quiet button under a comment. */
export const ActionButton = (props: ButtonProps & { ref?: Ref<HTMLButtonElement> }) => (
  <Button variant="ghost" colorPalette="gray" size="xs" color="fg.muted" px="2" {...props} />
);
