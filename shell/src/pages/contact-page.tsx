import type { ContactResponse, ContactBody, User } from '@solvent/contracts';
import { contactRules } from '@solvent/contracts/rules';
import { http } from '@solvent/http';
import { useSession } from '@solvent/store';
import { Box, Button, Code, Heading, Page, PageHeading, Panel, Stack, Text } from '@solvent/ui';
import { FormFailure, TextAreaField, TextField, useProductForm } from '@solvent/ui/forms';
import { CircleCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

async function sendContactMessage(body: ContactBody): Promise<string> {
  const { data } = await http.post<ContactResponse>('/contact', body);
  return data.reference;
}

/** Fills in name and email after hydration: the server does not know the user. */
function usePrefilledSender(
  user: User | null,
  values: ContactBody,
  setFieldValue: (field: string, value: string) => unknown,
): void {
  const fill = useEffectEvent(() => {
    if (!user) return;
    for (const field of ['name', 'email'] as const) if (values[field] === '') setFieldValue(field, user[field]);
  });
  useEffect(() => fill(), [user?._id]);
}

function ContactForm({ onSent }: { onSent: (reference: string) => void }) {
  const user = useSession((state) => state.userData);
  const { getFieldProps, formProps, isSubmitting, values, setFieldValue, failureText } = useProductForm({
    initialValues: { name: user?.name ?? '', email: user?.email ?? '', subject: '', message: '' },
    rules: contactRules,
    onSubmit: async (body) => onSent(await sendContactMessage(body)),
    failure: 'Failed to send your message',
  });
  usePrefilledSender(user, values, setFieldValue);
  return (
    <Panel>
      <form {...formProps} inert={isSubmitting}>
        <Stack gap="4">
          <TextField label="Name" autoComplete="name" {...getFieldProps('name')} />
          <TextField label="Email" type="email" autoComplete="email" {...getFieldProps('email')} />
          <TextField label="Topic" {...getFieldProps('subject')} />
          <TextAreaField label="Message" rows={6} {...getFieldProps('message')} />
          <FormFailure text={failureText} />
          <Button type="submit" alignSelf="flex-start" loading={isSubmitting} loadingText="Sending…">
            Send message
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}

function ContactSent({ reference, onNewMessage }: { reference: string; onNewMessage: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Panel>
      <Stack gap="3" align="center" textAlign="center" py="8">
        <Box color="green.solid">
          <CircleCheck size={32} aria-hidden />
        </Box>
        <Heading as="h1" ref={heading} tabIndex={-1} outline="0" textStyle="pageTitle">
          Message sent
        </Heading>
        <Text color="fg.muted" role="status">
          Thank you. Your reference number is{' '}
          <Code size="md" fontWeight="600">
            {reference}
          </Code>
          . Include it if you write to us again.
        </Text>
        <Button variant="outline" mt="2" onClick={onNewMessage}>
          Send another message
        </Button>
      </Stack>
    </Panel>
  );
}

export function Component() {
  const [reference, setReference] = useState<string>();
  return (
    <Page measure="reading">
      {reference ? (
        <ContactSent reference={reference} onNewMessage={() => setReference(undefined)} />
      ) : (
        <>
          <PageHeading text="Send us your question, account problem or idea. We reply within two business days.">
            Contact us
          </PageHeading>
          <ContactForm onSent={setReference} />
        </>
      )}
    </Page>
  );
}
