import type { Agreement } from '@solvent/contracts';
import { sideOf } from './agreement-steps.ts';
import { Delivery } from './delivery.tsx';
import { Dispute } from './dispute.tsx';

interface AgreementSectionsProps {
  agreement: Agreement;
  viewerId: string;
  onWriteView: () => void;
}

/** What of an agreement needs more room than the card beside the problem. */
export function Component({ agreement, viewerId, onWriteView }: AgreementSectionsProps) {
  const side = sideOf(agreement, viewerId);
  if (!side) return null;
  return (
    <>
      <Delivery agreement={agreement} />
      <Dispute agreement={agreement} side={side} onWrite={onWriteView} />
    </>
  );
}
