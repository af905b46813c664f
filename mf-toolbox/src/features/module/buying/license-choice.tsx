import { PURCHASE_LICENSES } from '@solvent/contracts';
import type { Module, PurchaseLicense } from '@solvent/contracts';
import { Box, chakra, Flex, Stack, Text } from '@solvent/ui';
import { dollars } from '../../../module/amounts.ts';
import { licensePrice } from './buy-module.ts';

/** What a licence is for (spec 1). */
const LICENSES: Record<PurchaseLicense, { name: string; text: string }> = {
  standard: { name: 'Standard', text: 'For a single project.' },
  extended: { name: 'Extended', text: 'For multiple projects or SaaS.' },
};

const Choice = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '3',
    p: '4',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    rounded: 'l3',
    cursor: 'pointer',
    '&:has(:checked)': { borderColor: 'brand.solid', bg: 'brand.subtle' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '2px' },
  },
});

interface LicenseChoiceProps {
  module: Module;
  value: PurchaseLicense;
  onChange: (license: PurchaseLicense) => void;
}

/** Which licence is bought, as radio buttons with their prices. */
export function LicenseChoice({ module, value, onChange }: LicenseChoiceProps) {
  return (
    <Stack role="radiogroup" aria-label="License" gap="3">
      {PURCHASE_LICENSES.map((license) => (
        <Choice key={license}>
          <chakra.input
            type="radio"
            name="license"
            value={license}
            checked={license === value}
            onChange={() => onChange(license)}
            mt="1"
            boxSize="4"
            accentColor="brand.solid"
            outline="0"
          />
          <Box flex="1">
            <Flex justify="space-between" gap="3" fontWeight="600">
              <span>{LICENSES[license].name}</span>
              <chakra.span fontVariantNumeric="tabular-nums">{dollars(licensePrice(module, license))}</chakra.span>
            </Flex>
            <Text color="fg.muted">{LICENSES[license].text}</Text>
          </Box>
        </Choice>
      ))}
    </Stack>
  );
}
