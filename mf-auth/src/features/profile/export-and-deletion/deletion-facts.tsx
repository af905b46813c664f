import { Box, Stack, Text } from '@solvent/ui';
import { useId } from 'react';

function Facts({ title, facts }: { title: string; facts: string[] }) {
  const id = useId();
  return (
    <Box>
      <Text id={id} fontWeight="500" mb="1">
        {title}
      </Text>
      <Stack as="ul" aria-labelledby={id} gap="1" ps="5" color="fg.muted" listStyleType="disc">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </Stack>
    </Box>
  );
}

const GOES = [
  'Your name, picture, email address and everything else on your profile',
  'Your password, linked GitHub and Google sign-ins, and signed-in devices',
  'Your notifications, and your messages to our team',
];
const ENDS = ['Your problems that are not solved are closed, and your live bids are withdrawn'];
const STAYS = ['Your problems, bids, messages, reviews and modules stay readable, under the name “Deleted user”'];

/** What goes with the account, and what stays. */
export function DeletionFacts() {
  return (
    <Stack gap="4">
      <Text>Your account is deleted at once, and cannot be brought back.</Text>
      <Facts title="What is deleted" facts={GOES} />
      <Facts title="What ends" facts={ENDS} />
      <Facts title="What stays" facts={STAYS} />
    </Stack>
  );
}
