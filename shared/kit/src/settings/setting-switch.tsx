import { chakra, Flex } from '@solvent/ui';
import { Keyboard } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { setSingleKeys, useSingleKeys } from '@solvent/store';
import { SwitchTrack } from './toggles.tsx';

interface SettingSwitchProps {
  icon: LucideIcon;
  label: string;
  on: boolean;
  onToggle: () => void;
}

export function SettingSwitch({ icon: Icon, label, on, onToggle }: SettingSwitchProps) {
  return (
    <chakra.button
      type="button"
      role="switch"
      aria-checked={on}
      display="flex"
      justifyContent="space-between"
      alignItems="center"
      gap="4"
      minH="44px"
      mx="-2"
      px="2"
      rounded="l2"
      cursor="pointer"
      _hover={{ bg: 'bg.muted' }}
      focusVisibleRing="outside"
      onClick={onToggle}
    >
      <Flex as="span" align="center" gap="3">
        <Icon size={18} aria-hidden />
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
