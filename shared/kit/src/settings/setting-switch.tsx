import { Box, chakra, Flex } from '@solvent/ui';
import { Keyboard } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { setSingleKeys, useSingleKeys } from '@solvent/store';
import { SwitchTrack } from './toggles.tsx';

interface SettingSwitchProps {
  icon: LucideIcon;
  /** ID of a text below. */
  describedBy?: string;
  label: string;
  on: boolean;
  onToggle: () => void;
}

export function SettingSwitch({ icon: Icon, label, on, describedBy, onToggle }: SettingSwitchProps) {
  return (
    <chakra.button
      type="button"
      role="switch"
      aria-checked={on}
      aria-describedby={describedBy}
      display="flex"
      justifyContent="space-between"
      alignItems="center"
      gap="4"
      minH="44px"
      mx="-2"
      px="2"
      textAlign="start"
      rounded="l2"
      cursor="pointer"
      _hover={{ bg: 'bg.muted' }}
      focusVisibleRing="outside"
      onClick={onToggle}
    >
      <Flex as="span" align="center" gap="3">
        <Box as={Icon} boxSize="18px" flexShrink="0" aria-hidden />
        {label}
      </Flex>
      <SwitchTrack on={on} />
    </chakra.button>
  );
}

/** Turns single-key shortcuts on and off (product 10.28). */
export function SingleKeysSwitch() {
  const isOn = useSingleKeys();
  return (
    <SettingSwitch icon={Keyboard} label="Single-key shortcuts (/, J, K and ?)" on={isOn} onToggle={() => setSingleKeys(!isOn)} />
  );
}
