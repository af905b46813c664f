import type { Agreement } from '@solvent/contracts';
import { RelativeTime } from '@solvent/kit';
import { Box, Panel, Text } from '@solvent/ui';
import { Markdown } from '@solvent/ui/markdown';
import { FileTiles } from '../attachments/file-tiles.tsx';
import { ProblemSection } from '../problem/problem-section.tsx';
import { getSide } from './agreement-steps.ts';
import { Dispute } from './dispute.tsx';

function Delivery({ agreement: { delivery, solver } }: { agreement: Agreement }) {
  if (!delivery) return null;
  return (
    <ProblemSection title="Delivery">
      <Panel>
        <Text color="fg.muted" mb="3" overflowWrap="anywhere">
          <bdi>{solver.name}</bdi> delivered · <RelativeTime time={delivery.at} color="fg.subtle" />
        </Text>
        <Markdown text={delivery.note} headingsFrom={3} />
        <Box mt="4" _empty={{ display: 'none' }}>
          <FileTiles files={delivery.files} label="Delivered files" />
        </Box>
      </Panel>
    </ProblemSection>
  );
}

interface AgreementSectionsProps {
  agreement: Agreement;
  viewerId: string;
  onEditView: () => void;
}

export function Component({ agreement, viewerId, onEditView }: AgreementSectionsProps) {
  const side = getSide(agreement, viewerId);
  if (!side) return null;
  return (
    <>
      <Delivery agreement={agreement} />
      <Dispute agreement={agreement} side={side} onEditView={onEditView} />
    </>
  );
}
