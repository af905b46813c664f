import type { PaymentDetails, PaymentDetailsResponse, SavePaymentDetailsBody } from '@solvent/contracts';
import { loginRules, paymentDetailsRules } from '@solvent/contracts/rules';
import { http, useQuery, useQueryClient } from '@solvent/http';
import { LoadError } from '@solvent/kit';
import { Button, Stack, Text, toast } from '@solvent/ui';
import { FormFailure, PasswordField, TextAreaField, TextField, useProductForm } from '@solvent/ui/forms';
import { useSignInMethods } from '../../api/sign-in-methods.ts';
import { ProfileSection, SectionSkeleton } from '../../person/profile-section.tsx';
import { ProviderButton } from '../../social/provider-button.tsx';
import { getLinkedProviders, getProvider } from '../../social/providers.ts';
import { useProviderPopup } from '../../social/use-provider-popup.ts';

const QUERY_KEY = ['payment-details'];
const EMPTY = { text: '', iban: '', link: '' };
const FAILURE = 'Your payment details could not be saved. Please try again.';
const rules = { provider: paymentDetailsRules, password: paymentDetailsRules.concat(loginRules.pick(['password'])) };

interface PaymentFormProps {
  details: PaymentDetails | null;
  /** Undefined for accounts with a password. */
  provider: ReturnType<typeof getLinkedProviders>[number] | undefined;
}

/** No draft is kept on the device: the details are private. */
function PaymentForm({ details, provider }: PaymentFormProps) {
  const client = useQueryClient();
  const { busy, signIn } = useProviderPopup(FAILURE);
  const save = async (body: SavePaymentDetailsBody) => {
    const { data } = await http.put<PaymentDetailsResponse>('/payment-details', body);
    client.setQueryData(QUERY_KEY, data.details);
    toast.success('Payment details saved');
  };
  const { text, iban, link } = details ?? EMPTY;
  const form = useProductForm({
    initialValues: { text, iban, link, password: '' },
    rules: provider ? rules.provider : rules.password,
    failure: FAILURE,
    onSubmit: async ({ password, ...values }) => {
      if (provider) await signIn(provider, (idToken) => save({ ...values, idToken }));
      else {
        await save({ ...values, password });
        form.resetForm({ values: { ...values, password: '' } });
      }
    },
  });
  return (
    <form {...form.formProps} inert={form.isSubmitting} aria-label="Payment details">
      <Stack gap="4">
        <Text color="fg.muted">
          Only the seekers of your running agreements can read this, until the payment has arrived. They and you are notified of
          each change.
        </Text>
        <TextAreaField {...form.getFieldProps('text')} label="How you want to be paid" rows={3} dir="auto" />
        <TextField {...form.getFieldProps('iban')} label="IBAN (optional)" autoComplete="off" spellCheck={false} dir="ltr" />
        <TextField
          {...form.getFieldProps('link')}
          label="Payment link (optional)"
          help="For example https://paypal.me/diego"
          inputMode="url"
          autoComplete="off"
          dir="ltr"
        />
        {provider ? null : (
          <PasswordField
            {...form.getFieldProps('password')}
            label="Your password"
            help="To confirm it’s you"
            autoComplete="current-password"
            required
          />
        )}
        <FormFailure text={form.failureText} />
        {provider ? (
          <ProviderButton
            type="submit"
            provider={provider}
            busy={busy}
            label={`Save with ${getProvider(provider).name}`}
            submittingLabel="Saving…"
            alignSelf="flex-start"
          />
        ) : (
          <Button type="submit" loading={form.isSubmitting} loadingText="Saving…" alignSelf="flex-start">
            Save payment details
          </Button>
        )}
      </Stack>
    </form>
  );
}

/** How a solver wants to be paid; changes need a fresh sign-in (product 4.33). */
export function Component() {
  const { data, error, refetch } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: async ({ signal }) => (await http.get<PaymentDetailsResponse>('/payment-details', { signal })).data.details,
  });
  const { data: methods } = useSignInMethods();
  const isReady = data !== undefined && methods !== undefined;
  return (
    <ProfileSection title="Payment details">
      {isReady ? (
        <PaymentForm details={data} provider={methods.password ? undefined : getLinkedProviders(methods)[0]} />
      ) : error ? (
        <LoadError size="inline" title="Your payment details could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <SectionSkeleton label="Loading payment details" minH="320px" />
      )}
    </ProfileSection>
  );
}
