import type { Module } from '@solvent/contracts';
import { Box, Flex, Panel, Text, TextLink } from '@solvent/ui';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { DownloadButton } from '../../../module/download-button.tsx';

/** Moves the focus to Download: the dialog and its opener no longer exist. */
function useFocusAfterDialog(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Runs after the dialog has released the focus.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) ref.current?.querySelector('button')?.focus();
    });
    return () => clearTimeout(timer);
  }, []);
  return ref;
}

export function PurchaseAlert({ module }: { module: Module }) {
  const ref = useFocusAfterDialog();
  return (
    <Panel role="alert" bg="green.subtle" borderColor="green.muted">
      <Flex ref={ref} align="center" justify="space-between" columnGap="6" rowGap="3" wrap="wrap">
        <Flex gap="3" minW="0">
          <Box color="green.fg" pt="0.5" aria-hidden>
            <CircleCheck size={20} />
          </Box>
          <Box>
            <Text fontWeight="600">Purchase Successful!</Text>
            <Text>Thank you for your purchase. You can now download the module.</Text>
            <Text>
              The receipt is under <TextLink to="/toolbox/purchased">Purchased</TextLink>.
            </Text>
          </Box>
        </Flex>
        <DownloadButton module={module} version={module} label="Download ZIP" colorPalette="green" />
      </Flex>
    </Panel>
  );
}
