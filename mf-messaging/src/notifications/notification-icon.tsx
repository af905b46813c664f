import {
  Banknote,
  Bell,
  Bookmark,
  CircleCheck,
  CircleHelp,
  CircleX,
  DollarSign,
  FilePen,
  HandCoins,
  Handshake,
  KeyRound,
  MessageSquare,
  MessageSquareReply,
  PackageCheck,
  PackagePlus,
  Scale,
  Search,
  ShoppingBag,
  Star,
  Trophy,
  Unlink,
  UserPlus,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { isNotificationType } from '@solvent/contracts';
import type { NotificationType } from '@solvent/contracts';

const ICONS: Record<NotificationType, LucideIcon> = {
  bid_accepted: CircleCheck,
  bid_rejected: CircleX,
  new_bid: HandCoins,
  message_received: MessageSquare,
  new_message: MessageSquare,
  question: CircleHelp,
  answer: MessageSquareReply,
  invited: UserPlus,
  delivered: PackageCheck,
  agreement_changed: Handshake,
  solved: Trophy,
  paid: Banknote,
  parted: Unlink,
  disputed: Scale,
  rated: Star,
  budget_changed: DollarSign,
  problem_changed: FilePen,
  saved_closed: Bookmark,
  search_matched: Search,
  module_sold: ShoppingBag,
  module_reviewed: Star,
  module_version: PackagePlus,
  module_decided: Bell,
  moderated: Scale,
  sign_in_added: KeyRound,
  payment_details: HandCoins,
};

/** Loaded after the list, which reserves its space. */
export function Component({ type, size }: { type: string; size: number }) {
  const Icon = isNotificationType(type) ? ICONS[type] : Bell;
  return <Icon size={size} />;
}
