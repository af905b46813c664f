import { SwitchTrack } from '@solvent/kit';
import { useSoundEnabled } from '@solvent/store';
import { chakra } from '@solvent/ui';
import { Volume2, VolumeX } from 'lucide-react';
import { SOUND_SWITCH, toggleNotificationSound } from './notification-sound.ts';

/** The Sound toggle of the dropdown (product 2.28). A plain button: the forms' switch would load all of the forms. */
export function SoundSwitch() {
  const enabled = useSoundEnabled();
  const Icon = enabled ? Volume2 : VolumeX;
  return (
    <chakra.button
      type="button"
      role="switch"
      aria-checked={enabled}
      aria-label="Notification sound"
      display="flex"
      alignItems="center"
      gap="2"
      minH="36px"
      px="2"
      rounded="l2"
      color="fg.muted"
      cursor="pointer"
      _hover={{ bg: 'bg.muted' }}
      css={{ '@media (pointer: coarse)': { minH: '44px' } }}
      focusVisibleRing="outside"
      onClick={toggleNotificationSound}
      {...SOUND_SWITCH}
    >
      <Icon size={16} aria-hidden />
      Sound
      <SwitchTrack on={enabled} />
    </chakra.button>
  );
}
