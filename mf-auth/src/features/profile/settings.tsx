import { SettingSwitch, SingleKeysSwitch } from '@solvent/kit';
import { turnOffPush, turnOnPush, usePush } from '@solvent/push';
import { setSoundEnabled, toggleTheme, useSoundEnabled, useTheme } from '@solvent/store';
import { Stack, toast } from '@solvent/ui';
import { BellRing, Moon, Volume2 } from 'lucide-react';
import { useState } from 'react';
import { ProfileSection } from '../../person/profile-section.tsx';

export function PushSwitch() {
  const { isAvailable, isOn } = usePush();
  const [busy, setBusy] = useState(false);
  if (!isAvailable) return null;

  async function toggle(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      await (isOn ? turnOffPush() : turnOnPush());
      toast.success(isOn ? 'Push notifications are off' : 'Push notifications are on for this browser');
    } catch (error) {
      // Both functions reject with messages for users.
      toast.error(error instanceof Error ? error.message : 'Push notifications could not be changed. Please try again.', {
        cause: error,
      });
    } finally {
      setBusy(false);
    }
  }

  return <SettingSwitch icon={BellRing} label="Push notifications" on={isOn} onToggle={() => void toggle()} />;
}

export function Preferences() {
  const isDark = useTheme() === 'dark';
  return (
    <ProfileSection title="Preferences">
      <Stack gap="1">
        <SettingSwitch icon={Moon} label="Dark theme" on={isDark} onToggle={toggleTheme} />
        <SingleKeysSwitch />
      </Stack>
    </ProfileSection>
  );
}

export function NotificationSettings() {
  const sound = useSoundEnabled();
  const toggleSound = () => {
    setSoundEnabled(!sound);
    toast.success(sound ? 'Notification sound disabled' : 'Notification sound enabled');
  };
  return (
    <ProfileSection title="On this device">
      <Stack gap="1">
        <SettingSwitch icon={Volume2} label="Notification sound" on={sound} onToggle={toggleSound} />
        <PushSwitch />
      </Stack>
    </ProfileSection>
  );
}
