import { Box, Button, chakra, Text } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';
import { isPaidWithoutAmount, formatPrice } from './upload-values.ts';
import type { UploadValues } from './upload-values.ts';

interface ConfirmDialogProps {
  /** Null closes the dialog. */
  values: UploadValues | null;
  onConfirm: () => void;
  onBack: () => void;
  finalFocusEl: () => HTMLElement | null;
}

const getSummaryRows = (values: UploadValues): [name: string, text: string][] => [
  ['Title', values.title.trim()],
  ['License', values.license],
  ['Price', formatPrice(values)],
  ['Technologies', values.techStack.join(', ')],
  ['Description', values.description.trim()],
];

/** Confirmation before an upload (product 2.36). */
export function ConfirmDialog({ values, onConfirm, onBack, finalFocusEl }: ConfirmDialogProps) {
  return (
    <Modal
      open={values !== null}
      onClose={onBack}
      title="Confirm Upload"
      finalFocusEl={finalFocusEl}
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onBack}>
            Go Back
          </Button>
          <Button onClick={onConfirm}>Confirm Upload</Button>
        </>
      }
    >
      <chakra.dl display="grid" gap="3">
        {values
          ? getSummaryRows(values).map(([name, text]) => (
              <Box key={name}>
                <chakra.dt textStyle="meta" color="fg.muted">
                  {name}
                </chakra.dt>
                <chakra.dd ms="0" overflowWrap="anywhere" whiteSpace="pre-line" fontVariantNumeric="tabular-nums">
                  {text}
                </chakra.dd>
              </Box>
            ))
          : null}
      </chakra.dl>
      {values?.price === 'paid' && !isPaidWithoutAmount(values) ? (
        <Text mt="3" color="fg.muted">
          Buyers get the Standard or Extended license; {values.license} applies while the module is free.
        </Text>
      ) : null}
      {values && isPaidWithoutAmount(values) ? (
        <Text mt="3" color="fg.muted">
          Without an amount, this module is free and anyone can download it.
        </Text>
      ) : null}
    </Modal>
  );
}
