import { IconButton } from '@solvent/ui';
import type { IconButtonProps } from '@solvent/ui';
import { Ellipsis } from 'lucide-react';
import type { Ref } from 'react';

export const RowMenuButton = (props: IconButtonProps & { ref?: Ref<HTMLButtonElement> }) => (
  <IconButton variant="ghost" colorPalette="gray" size="sm" h={{ base: '44px', lg: '36px' }} {...props}>
    <Ellipsis size={16} aria-hidden />
  </IconButton>
);
