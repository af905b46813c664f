import { Button, LinkButton } from '@solvent/ui';
import type { ButtonProps } from '@solvent/ui';
import { useRemotes } from '../remotes/remotes-context.ts';
import { useFrameDialogs } from './frame-dialogs-context.ts';

/** "Toolbox": opens the Coming Soon dialog (product 1.5), or leads to the catalogue once the channel has opened it. */
export function ToolboxEntry(props: ButtonProps) {
  const { channel } = useRemotes();
  const { open } = useFrameDialogs();
  const look: ButtonProps = {
    variant: 'ghost',
    colorPalette: 'gray',
    px: '2.5',
    color: 'fg.muted',
    _hover: { color: 'fg', bg: 'bg.muted' },
    ...props,
  };
  if (channel.toolboxOpen) {
    return (
      <LinkButton to="/toolbox" {...look}>
        Toolbox
      </LinkButton>
    );
  }
  return (
    <Button {...look} aria-haspopup="dialog" onClick={() => open('toolbox')}>
      Toolbox
    </Button>
  );
}
