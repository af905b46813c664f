import { EXTENDED_LICENSE_FACTOR } from '@solvent/contracts';
import type { Module, PurchaseLicense } from '@solvent/contracts';
import { Box, Flex, Stack, VisuallyHidden } from '@solvent/ui';
import { Check, X } from 'lucide-react';

interface LicenseTerms {
  name: string;
  /** Purpose (product 1.6). */
  text: string;
  allows: readonly string[];
  forbids: readonly string[];
}

/** Licenses of paid modules (product 3.25). */
export const LICENSES: Record<PurchaseLicense, LicenseTerms> = {
  standard: {
    name: 'Standard',
    text: 'For a single project.',
    allows: ['One project, your own or a client’s', 'Changing the code for it', 'Updates within the major version'],
    forbids: ['A second project, or SaaS', 'Passing on or selling the code itself'],
  },
  extended: {
    name: 'Extended',
    text: 'For multiple projects or SaaS.',
    allows: [
      'Any number of projects, your own or clients’',
      'Software as a service (SaaS)',
      'Changing the code for them',
      'Updates within the major version',
    ],
    forbids: ['Passing on or selling the code itself'],
  },
};

/** Price in cents. */
export const getLicensePrice = ({ priceCents }: Pick<Module, 'priceCents'>, license: PurchaseLicense): number =>
  license === 'extended' ? priceCents * EXTENDED_LICENSE_FACTOR : priceCents;

/** Returns the buyer's license, or both names. */
export const formatLicenseNames = (boughtAs: PurchaseLicense | null): string =>
  boughtAs ? LICENSES[boughtAs].name : `${LICENSES.standard.name} or ${LICENSES.extended.name}`;

function Term({ isAllowed, children }: { isAllowed: boolean; children: string }) {
  const Icon = isAllowed ? Check : X;
  return (
    <Flex as="li" gap="2" align="flex-start">
      <Box color={isAllowed ? 'green.fg' : 'fg.error'} pt="3px" flexShrink="0" aria-hidden>
        <Icon size={14} />
      </Box>
      <span>
        <VisuallyHidden>{isAllowed ? 'Allowed: ' : 'Not allowed: '}</VisuallyHidden>
        {children}
      </span>
    </Flex>
  );
}

export function LicenseTermsList({ license }: { license: PurchaseLicense }) {
  const { name, allows, forbids } = LICENSES[license];
  return (
    <Stack as="ul" aria-label={`${name} license`} gap="1" listStyleType="none" color="fg.muted">
      {allows.map((term) => (
        <Term key={term} isAllowed>
          {term}
        </Term>
      ))}
      {forbids.map((term) => (
        <Term key={term} isAllowed={false}>
          {term}
        </Term>
      ))}
    </Stack>
  );
}
