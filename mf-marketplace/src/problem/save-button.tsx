import type { ProblemListItem } from '@solvent/contracts';
import { useQueryClient } from '@solvent/http';
import { useSignIn } from '@solvent/kit';
import { getSession } from '@solvent/store';
import { Button, IconButton } from '@solvent/ui';
import type { ButtonProps } from '@solvent/ui';
import { Bookmark } from 'lucide-react';
import type { MouseEvent } from 'react';
import { saveProblem } from '../api/save-problem.ts';

interface SaveButtonProps extends Omit<ButtonProps, 'variant' | 'onClick'> {
  problem: Pick<ProblemListItem, '_id' | 'title' | 'savedByMe'>;
  variant: 'card' | 'page';
}

/** Keeps the line height with a target of 44 px; negative margins compensate. */
const CARD_BUTTON_STYLE: ButtonProps = {
  position: 'relative',
  zIndex: '1',
  boxSize: '28px',
  minW: '28px',
  my: '-4px',
  me: '-6px',
  _before: { content: '""', position: 'absolute', inset: '0 -9px' },
  css: { '@media (pointer: coarse)': { boxSize: '44px', minW: '44px', my: '-12px', me: '-14px', _before: { content: 'none' } } },
};

/** Visitors are sent to the sign-in; `usePendingSave` completes the save afterwards. */
function useToggleSaved({ _id, title, savedByMe }: SaveButtonProps['problem']) {
  const queryClient = useQueryClient();
  const signIn = useSignIn();
  return () => {
    if (getSession().isLogin) return saveProblem(queryClient, _id, !savedByMe);
    signIn({ purpose: `save "${title}"`, action: { kind: 'save-problem', id: _id } });
  };
}

export function SaveButton({ problem, variant, ...props }: SaveButtonProps) {
  const { savedByMe } = problem;
  const toggleSaved = useToggleSaved(problem);
  const label = savedByMe ? 'Saved' : 'Save';
  const icon = <Bookmark size={16} fill={savedByMe ? 'currentColor' : 'none'} aria-hidden />;
  const handleClick = (event: MouseEvent) => {
    // The button is above the card's link.
    event.stopPropagation();
    toggleSaved();
  };
  if (variant === 'page') {
    return (
      <Button variant="outline" colorPalette="gray" aria-pressed={savedByMe} onClick={handleClick} {...props}>
        {icon}
        {label}
      </Button>
    );
  }
  return (
    <IconButton
      variant="ghost"
      colorPalette="gray"
      color={savedByMe ? 'brand.fg' : 'fg.subtle'}
      aria-label={label}
      aria-pressed={savedByMe}
      title={label}
      onClick={handleClick}
      {...CARD_BUTTON_STYLE}
      {...props}
    >
      {icon}
    </IconButton>
  );
}
