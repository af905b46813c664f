import { useLocation, useNavigate } from '@solvent/router';
import { LinkButton } from '@solvent/ui';
import { ArrowLeft } from 'lucide-react';
import type { MouseEvent } from 'react';
import { conversationAddress } from './place.ts';

/** Route state of a thread that was opened from the list alone. */
export const FROM_LIST = { fromList: true } as const;

const isFromList = (state: unknown) => typeof state === 'object' && state !== null && 'fromList' in state;

const opensHere = (event: MouseEvent) => !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** From a thread to the list, on phones: back where that is the entry before, so that the history does not grow. */
export function WayBack({ search }: { search: string }) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const goBack = (event: MouseEvent) => {
    if (!isFromList(state) || !opensHere(event)) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <LinkButton
      to={conversationAddress({ search })}
      variant="ghost"
      colorPalette="gray"
      hideFrom="md"
      boxSize="44px"
      minW="44px"
      px="0"
      ms="-3"
      me="-2"
      aria-label="Back to conversations"
      onClick={goBack}
    >
      <ArrowLeft size={20} aria-hidden />
    </LinkButton>
  );
}
