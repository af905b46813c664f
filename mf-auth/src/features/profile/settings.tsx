import { setSoundEnabled, toggleTheme, useSoundEnabled, useTheme } from '@solvent/store';
import { Stack, toast } from '@solvent/ui';
import { Moon, Volume2 } from 'lucide-react';
import { ProfileSection } from '../../person/profile-section.tsx';
import { PushSwitch } from './push-switch.tsx';
import { SettingSwitch } from './setting-switch.tsx';

/** The settings of this browser. */
export function Settings() {
  const isDark = useTheme() === 'dark';
  const sound = useSoundEnabled();
  const toggleSound = () => {
    setSoundEnabled(!sound);
    toast.success(sound ? 'Notification sound disabled' : 'Notification sound enabled');
  };
  return (
    <ProfileSection title="Settings">
      <Stack gap="1">
        <SettingSwitch icon={Moon} label="Dark theme" on={isDark} onToggle={toggleTheme} />
        <SettingSwitch icon={Volume2} label="Notification sound" on={sound} onToggle={toggleSound} />
        <PushSwitch />
      </Stack>
    </ProfileSection>
  );
}
