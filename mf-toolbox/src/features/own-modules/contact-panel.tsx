import { SwitchTrack } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { chakra, Heading, Panel, Text } from '@solvent/ui';
import { useId } from 'react';
import { useShowEmailSetting } from '../../api/own-modules.ts';

const Switch = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4',
    w: 'calc(100% + 16px)',
    minH: '44px',
    mx: '-2',
    px: '2',
    textAlign: 'start',
    rounded: 'l2',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
    focusVisibleRing: 'outside',
  },
});

export function ContactPanel({ showsEmail }: { showsEmail: boolean }) {
  const email = useSession((state) => state.userData?.email) ?? '';
  const { mutate } = useShowEmailSetting();
  const helpId = useId();
  return (
    <Panel as="section" aria-labelledby="contact" mb="6">
      <Heading as="h2" id="contact" textStyle="cardTitle" mb="2">
        Contact
      </Heading>
      <Switch type="button" role="switch" aria-checked={showsEmail} aria-describedby={helpId} onClick={() => mutate(!showsEmail)}>
        Show my email address on my modules
        <SwitchTrack on={showsEmail} />
      </Switch>
      <Text id={helpId} textStyle="meta" color="fg.muted" mt="1" overflowWrap="anywhere">
        {showsEmail ? `Anyone can see ${email} there.` : `${email} is not shown.`} “Contact Author”{' '}
        {showsEmail ? 'sends you an email, “Send a message” opens a conversation.' : 'opens a conversation with you.'}
      </Text>
    </Panel>
  );
}
