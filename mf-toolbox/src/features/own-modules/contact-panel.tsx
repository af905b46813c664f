import { SettingSwitch } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Heading, Panel, Stack, Text } from '@solvent/ui';
import { Mail } from 'lucide-react';
import { useId } from 'react';
import { useShowEmailSetting } from '../../api/own-modules.ts';

export function ContactPanel({ showsEmail }: { showsEmail: boolean }) {
  const email = useSession((state) => state.userData?.email) ?? '';
  const { mutate } = useShowEmailSetting();
  const helpId = useId();
  return (
    <Panel as="section" aria-labelledby="contact" mb="6">
      <Heading as="h2" id="contact" textStyle="cardTitle" mb="2">
        Contact
      </Heading>
      <Stack>
        <SettingSwitch
          icon={Mail}
          label="Show my email address on my modules"
          on={showsEmail}
          describedBy={helpId}
          onToggle={() => mutate(!showsEmail)}
        />
      </Stack>
      <Text id={helpId} textStyle="meta" color="fg.muted" mt="1" overflowWrap="anywhere">
        {showsEmail ? `Anyone can see ${email} there.` : `${email} is not shown.`} “Contact Author”{' '}
        {showsEmail ? 'sends you an email, “Send a message” opens a conversation.' : 'opens a conversation with you.'}
      </Text>
    </Panel>
  );
}
