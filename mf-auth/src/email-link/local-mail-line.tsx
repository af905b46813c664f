import { getRuntimeConfig } from '@solvent/http';
import { Text, TextLink } from '@solvent/ui';

/** Where mail goes to no inbox but to a page of the server, says so. Nothing elsewhere. */
export function LocalMailLine() {
  if (!getRuntimeConfig().localMail) return null;
  return (
    <Text color="fg.muted">
      On this machine mail is kept at{' '}
      <TextLink to="/dev/mail" reloadDocument target="_blank" rel="noopener">
        /dev/mail
      </TextLink>
      .
    </Text>
  );
}
