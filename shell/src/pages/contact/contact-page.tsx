import { Page, PageHeading } from '@solvent/ui';
import { useState } from 'react';
import { ContactForm } from './contact-form.tsx';
import { ContactSent } from './contact-sent.tsx';

/** /contact: a message to the team, with a reference number for it. */
export function Component() {
  const [reference, setReference] = useState<string>();
  return (
    <Page measure="reading">
      {reference ? (
        <ContactSent reference={reference} onAgain={() => setReference(undefined)} />
      ) : (
        <>
          <PageHeading text="A question, a problem with your account, or an idea: write to us. We answer within two working days.">
            Contact us
          </PageHeading>
          <ContactForm onSent={setReference} />
        </>
      )}
    </Page>
  );
}
