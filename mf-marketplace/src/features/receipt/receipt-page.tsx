import type { Agreement } from '@solvent/contracts';
import { isNotFound, useQuery } from '@solvent/http';
import { Day, formatMoney, LoadError, ReceiptNotFound, ReceiptSheet, ReceiptSkeleton, toCents } from '@solvent/kit';
import { useParams } from '@solvent/router';
import { Page, Text, usePageTitle } from '@solvent/ui';
import { PaidOn, PAYMENT_METHOD_LABELS } from '../../agreement/payment.tsx';
import { problemDetailOptions } from '../../api/problems.ts';

interface PaymentReceiptProps {
  agreement: Agreement;
  payment: NonNullable<Agreement['payment']>;
}

function PaymentReceipt({ agreement, payment }: PaymentReceiptProps) {
  const { problem, seeker, solver, amount, acceptedAt, delivery, receivedAt } = agreement;
  const { receipt, paidOn, method, reference } = payment;
  const facts = {
    Number: receipt,
    'Paid by': seeker.name,
    'Paid to': solver.name,
    Problem: problem.title,
    Agreed: <Day time={acceptedAt} format="long" />,
    ...(delivery && { Delivered: <Day time={delivery.at} format="long" /> }),
    Paid: <PaidOn day={paidOn} format="long" />,
    Received: receivedAt ? <Day time={receivedAt} format="long" /> : 'Not confirmed yet',
    ...(method && { Method: PAYMENT_METHOD_LABELS[method] }),
    ...(reference && { Reference: reference }),
  };
  const back = { to: `/view-problems/${problem._id}`, label: 'Back to the problem' };
  return (
    <ReceiptSheet back={back} facts={facts} amount={formatMoney(toCents(amount))}>
      <Text color="fg.muted">Paid directly between the two of you. Solvent holds no money.</Text>
    </ReceiptSheet>
  );
}

function ReceiptLoader({ problemId }: { problemId: string }) {
  const { data: problem, error, refetch } = useQuery(problemDetailOptions(problemId));
  const payment = problem?.agreement?.payment;
  usePageTitle(payment ? `Receipt ${payment.receipt}` : undefined);
  if (problem?.agreement && payment) return <PaymentReceipt agreement={problem.agreement} payment={payment} />;
  if (problem || isNotFound(error)) return <ReceiptNotFound to="/my-problems" label="My Problems" />;
  if (error) return <LoadError title="The receipt could not be loaded" error={error} onRetry={() => void refetch()} />;
  return <ReceiptSkeleton />;
}

/** /problems/{problemId}/receipt (product 4.33), for the two people of a paid agreement. */
export function Component() {
  const { id = '' } = useParams();
  return (
    <Page measure="reading">
      <ReceiptLoader key={id} problemId={id} />
    </Page>
  );
}
