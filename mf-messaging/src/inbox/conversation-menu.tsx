import type { Conversation } from '@solvent/contracts';
import { IconButton, lazyComponent, useDialogState } from '@solvent/ui';
import type { IconButtonProps } from '@solvent/ui';
import { Ellipsis } from 'lucide-react';

const MenuList = lazyComponent(() => import(/* webpackChunkName: "conversation-menu" */ './conversation-menu-list.tsx'));

interface ConversationMenuProps extends Omit<IconButtonProps, 'children' | 'aria-label'> {
  conversation: Conversation;
  label: string;
  /** Whether its thread is open. */
  isCurrent: boolean;
}

/** Pins, mutes, archives a conversation, or marks it as unread (product 2.61). */
export function ConversationMenu({ conversation, label, isCurrent, ...props }: ConversationMenuProps) {
  const { isOpen, open, onLoadError } = useDialogState('The menu');
  const button = (
    <IconButton
      variant="ghost"
      colorPalette="gray"
      color="fg.muted"
      aria-label={label}
      aria-haspopup="menu"
      onPointerEnter={() => void MenuList.preload()}
      onClick={open}
      {...props}
    >
      <Ellipsis size={18} aria-hidden />
    </IconButton>
  );
  if (!isOpen) return button;
  return (
    <MenuList conversation={conversation} isCurrent={isCurrent} trigger={button} fallback={button} onLoadError={onLoadError} />
  );
}
