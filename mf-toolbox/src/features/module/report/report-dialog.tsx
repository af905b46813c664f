import { MODULE_CONFIRMATION } from '@solvent/contracts';
import { Box, Stack, Text } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';
import { CircleCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { ReportForm } from './report-form.tsx';

const TITLE = 'Report an Issue';

function Thanks({ onOver }: { onOver: () => void }) {
  const over = useEffectEvent(onOver);
  useEffect(() => {
    const timer = setTimeout(() => over(), MODULE_CONFIRMATION);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Stack role="status" align="center" textAlign="center" gap="3" pt="4" pb="8">
      <Box color="green.fg" aria-hidden>
        <CircleCheck size={36} />
      </Box>
      <Text fontWeight="600" fontSize="16px">
        Thank you for your report
      </Text>
      <Text color="fg.muted">We've received your feedback and will review it shortly.</Text>
    </Stack>
  );
}

/** Tells the product's people of a module; thanks for three seconds, then goes (spec 2 and 4). */
export function Component({ moduleId, onClose }: { moduleId: string; onClose: () => void }) {
  const [isSent, setSent] = useState(false);
  return (
    <Modal open onClose={onClose} title={TITLE}>
      {isSent ? (
        <Thanks onOver={onClose} />
      ) : (
        <ReportForm name={TITLE} moduleId={moduleId} onSent={() => setSent(true)} onCancel={onClose} />
      )}
    </Modal>
  );
}
