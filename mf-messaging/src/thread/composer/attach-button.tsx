import { ATTACHMENT_ACCEPT } from '@solvent/contracts';
import { Box, chakra } from '@solvent/ui';
import { Paperclip } from 'lucide-react';
import type { ChangeEvent } from 'react';

/** The input lies over the sign: a press opens the browser's dialog. */
const Cover = chakra('input', {
  base: { position: 'absolute', inset: '0', w: '100%', h: '100%', opacity: '0', cursor: 'pointer', fontSize: '0' },
});

/** Chooses files of this device. */
export function AttachButton({ onChoose }: { onChoose: (files: File[]) => void }) {
  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const chosen = [...(currentTarget.files ?? [])];
    // The same file can be chosen again.
    currentTarget.value = '';
    onChoose(chosen);
  }
  return (
    <Box
      position="relative"
      display="grid"
      placeItems="center"
      boxSize="36px"
      flexShrink="0"
      rounded="l2"
      color="fg.muted"
      _hover={{ bg: 'bg.muted', color: 'fg' }}
      _focusWithin={{ outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '-2px' }}
      css={{ '@media (pointer: coarse)': { boxSize: '44px' } }}
    >
      <Paperclip size={18} aria-hidden />
      <Cover type="file" multiple accept={ATTACHMENT_ACCEPT} aria-label="Attach files" title="Attach files" onChange={choose} />
    </Box>
  );
}
