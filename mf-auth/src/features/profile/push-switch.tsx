import { turnOffPush, turnOnPush, usePush } from '@solvent/push';
import { toast } from '@solvent/ui';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { SettingSwitch } from './setting-switch.tsx';

/** Push messages to this browser; nothing where the deployment or the browser has none. */
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
      // Both reject with sentences for people.
      toast.error(error instanceof Error ? error.message : 'Push notifications could not be changed. Please try again.');
    } finally {
      setBusy(false);
    }
  }

  return <SettingSwitch icon={BellRing} label="Push notifications" on={isOn} onToggle={() => void toggle()} />;
}
