import type { Conversation } from '@solvent/contracts';
import { Box } from '@solvent/ui';
import { Sheet } from '@solvent/ui/overlays';
import type { MouseEvent } from 'react';
import { Component as Details } from './details.tsx';

interface DetailsSheetProps {
  conversation: Conversation;
  onClose: () => void;
}

/** The third column on screens without room for it (product 2.62). */
export function Component({ conversation, onClose }: DetailsSheetProps) {
  const closeByLink = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a')) onClose();
  };
  return (
    <Sheet open onClose={onClose} title="About this conversation" side="end">
      <Box mx="-6" onClick={closeByLink} css={{ '& > section': { px: '6' } }}>
        <Details conversation={conversation} />
      </Box>
    </Sheet>
  );
}
