import { contactRules } from '@solvent/contracts/rules';
import { failureText } from '@solvent/http';
import { getSession } from '@solvent/store';
import { Button, Panel, Stack, toast } from '@solvent/ui';
import { TextAreaField, TextField, useProductForm } from '@solvent/ui/forms';
import { sendContactMessage } from './send-contact-message.ts';

/** The contact form. What was typed stays until the server has it. */
export function ContactForm({ onSent }: { onSent: (reference: string) => void }) {
  const user = getSession().userData;
  const { fieldOf, formProps, isSubmitting } = useProductForm({
    initialValues: { name: user?.name ?? '', email: user?.email ?? '', subject: '', message: '' },
    rules: contactRules,
    onSubmit: async (values) => {
      try {
        onSent(await sendContactMessage(values));
      } catch (error) {
        toast.error(failureText(error, 'Failed to send your message'));
        throw error;
      }
    },
  });
  return (
    <Panel>
      <form {...formProps}>
        <Stack gap="4">
          <TextField label="Name" autoComplete="name" {...fieldOf('name')} />
          <TextField label="Email" type="email" autoComplete="email" {...fieldOf('email')} />
          <TextField label="Topic" {...fieldOf('subject')} />
          <TextAreaField label="Message" rows={6} {...fieldOf('message')} />
          <Button type="submit" alignSelf="flex-start" loading={isSubmitting} loadingText="Sending…">
            Send message
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}
