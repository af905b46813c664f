import { Box, chakra, Text } from '@solvent/ui';
import { isPaidWithoutAmount, formatPrice } from './upload-values.ts';
import type { UploadValues } from './upload-values.ts';

const getRows = (values: UploadValues): [name: string, text: string][] => [
  ['Title', values.title.trim()],
  ['License', values.license],
  ['Price', formatPrice(values)],
  ['Technologies', values.techStack.join(', ')],
  ['Description', values.description.trim()],
];

/** The details that the author confirms before an upload (product 2.36). */
export function UploadSummary({ values }: { values: UploadValues }) {
  const priceNote = isPaidWithoutAmount(values)
    ? 'Without an amount, this module is free and anyone can download it.'
    : `Buyers get the Standard or Extended license; ${values.license} applies while the module is free.`;
  return (
    <>
      <chakra.dl display="grid" gap="3">
        {getRows(values).map(([name, text]) => (
          <Box key={name}>
            <chakra.dt textStyle="meta">{name}</chakra.dt>
            <chakra.dd ms="0" color="fg" whiteSpace="pre-line" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
              {text}
            </chakra.dd>
          </Box>
        ))}
      </chakra.dl>
      {values.price === 'paid' ? <Text mt="3">{priceNote}</Text> : null}
    </>
  );
}
