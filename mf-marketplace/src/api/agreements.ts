import type {
  AgreementResponse,
  DeliverBody,
  DisputeBody,
  MarkPaidBody,
  ProposeChangeBody,
  RequestChangesBody,
} from '@solvent/contracts';
import { ApiError, http, useMutation, useQueryClient } from '@solvent/http';
import { requireField } from '@solvent/kit';
import { toast } from '@solvent/ui';
import { invalidateProblemsAndBids } from './bids.ts';
import { problemDetailKey } from './problem-keys.ts';
import type { DetailedProblem } from './problems.ts';

const agreementPath = (id: string, action: string) => `/agreements/${encodeURIComponent(id)}/${action}`;

const isFieldError = (error: unknown): boolean => error instanceof ApiError && Object.keys(error.errors).length > 0;

/**
 * Mutates an agreement, caches the response, and refetches even after an error: a conflict means that the other participant acted
 * first.
 */
function useAgreementChange<Input>(
  send: (input: Input) => Promise<{ data: Partial<AgreementResponse> }>,
  successText: string,
  failureText = 'The agreement could not be changed. Please try again.',
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => requireField((await send(input)).data, 'agreement'),
    onSuccess: (agreement) => {
      queryClient.setQueryData<DetailedProblem>(
        problemDetailKey(agreement.problem._id),
        (problem) => problem && { ...problem, agreement },
      );
      toast.success(successText);
    },
    onError: (error) => {
      if (!isFieldError(error)) toast.failure(error, failureText);
    },
    onSettled: () => void invalidateProblemsAndBids(queryClient),
  });
}

export const useDeliver = (id: string) =>
  useAgreementChange(
    (body: DeliverBody) => http.put(agreementPath(id, 'deliver'), body),
    'Marked as delivered',
    'The delivery could not be sent. Please try again.',
  );

export const useRequestChanges = (id: string) =>
  useAgreementChange(
    (body: RequestChangesBody) => http.post(agreementPath(id, 'revisions'), body),
    'Changes requested',
    'The changes could not be requested. Please try again.',
  );

export const useProposeChange = (id: string) =>
  useAgreementChange((body: ProposeChangeBody) => http.post(agreementPath(id, 'changes'), body), 'Change proposed');

/** `POST /agreements/{id}/parting`: after a delivery, the other participant has to agree. */
export const useProposeParting = (id: string) =>
  useAgreementChange((body: { note: string }) => http.post(agreementPath(id, 'parting'), body), 'Proposed to end the agreement');

export type ChangeAnswer = 'agree' | 'decline' | 'withdraw';

const ANSWER_TEXTS = { agree: 'Change agreed', decline: 'Change declined', withdraw: 'Proposal withdrawn' } as const;

/** `PUT /agreements/{id}/changes/{changeId}`: the proposer can withdraw, the other participant agree or decline. */
export const useAnswerChange = (id: string, changeId: string, answer: ChangeAnswer) =>
  useAgreementChange(
    () => http.put(`${agreementPath(id, 'changes')}/${encodeURIComponent(changeId)}`, { answer }),
    ANSWER_TEXTS[answer],
  );

export const useMarkPaid = (id: string) =>
  useAgreementChange(
    (body: MarkPaidBody) => http.put(agreementPath(id, 'paid'), body),
    'Marked as paid',
    'The payment could not be marked. Please try again.',
  );

export const useConfirmPayment = (id: string) =>
  useAgreementChange(() => http.put(agreementPath(id, 'received'), {}), 'Marked as received');

const DISPUTE_FAILURE = 'Your view could not be sent. Please try again.';

export const useOpenDispute = (id: string) =>
  useAgreementChange((body: DisputeBody) => http.post(agreementPath(id, 'dispute'), body), 'Dispute opened', DISPUTE_FAILURE);

/** `PUT /agreements/{id}/dispute`: replaces the user's own statement while the dispute is open. */
export const useSaveView = (id: string) =>
  useAgreementChange((body: DisputeBody) => http.put(agreementPath(id, 'dispute'), body), 'Your view was saved', DISPUTE_FAILURE);

export const useWithdrawDispute = (id: string) =>
  useAgreementChange(() => http.delete(agreementPath(id, 'dispute')), 'Dispute withdrawn');
