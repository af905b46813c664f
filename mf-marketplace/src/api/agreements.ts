import type { AgreementAnswer, DeliverBody, DisputeBody, ProposeChangeBody } from '@solvent/contracts';
import { ApiError, http, useMutation, useQueryClient } from '@solvent/http';
import { pick } from '@solvent/kit';
import { toast } from '@solvent/ui';
import { invalidateProblemsAndBids } from './bids.ts';
import { problemDetailKey } from './problem-keys.ts';
import type { DetailedProblem } from './problems.ts';

const agreementPath = (id: string, action: string) => `/agreements/${encodeURIComponent(id)}/${action}`;

const isFieldError = (error: unknown): boolean => error instanceof ApiError && Object.keys(error.errors).length > 0;

/**
 * A write that changes an agreement: what the server answers is shown at once. Whatever it answers, the page asks for the newest
 * state: a refusal says that the other one was first.
 *
 * @param failureText what is told when the server says nothing itself
 */
function useAgreementChange<Input>(
  send: (input: Input) => Promise<{ data: Partial<AgreementAnswer> }>,
  successText: string,
  failureText = 'The agreement could not be changed. Please try again.',
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => pick((await send(input)).data, 'agreement'),
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

/** `PUT /agreements/{id}/deliver`: by the solver, once. */
export const useDeliver = (id: string) =>
  useAgreementChange(
    (body: DeliverBody) => http.put(agreementPath(id, 'deliver'), body),
    'Marked as delivered',
    'The delivery could not be sent. Please try again.',
  );

/** `POST /agreements/{id}/changes`: another sum or date, for the other one to agree to. */
export const useProposeChange = (id: string) =>
  useAgreementChange((body: ProposeChangeBody) => http.post(agreementPath(id, 'changes'), body), 'Change proposed');

/** `POST /agreements/{id}/parting`: after a delivery the other one has to agree. */
export const useProposeParting = (id: string) =>
  useAgreementChange((body: { note: string }) => http.post(agreementPath(id, 'parting'), body), 'Parting proposed');

export type ChangeAnswer = 'agree' | 'decline' | 'withdraw';

const ANSWER_TEXTS = { agree: 'Change agreed', decline: 'Change declined', withdraw: 'Proposal withdrawn' } as const;

/** `PUT /agreements/{id}/changes/{changeId}`: agree and decline by the other one, withdraw by who proposed. */
export const useAnswerChange = (id: string, changeId: string, answer: ChangeAnswer) =>
  useAgreementChange(
    () => http.put(`${agreementPath(id, 'changes')}/${encodeURIComponent(changeId)}`, { answer }),
    ANSWER_TEXTS[answer],
  );

/** `PUT /agreements/{id}/paid`: by the seeker. */
export const useMarkPaid = (id: string) => useAgreementChange(() => http.put(agreementPath(id, 'paid'), {}), 'Marked as paid');

/** `PUT /agreements/{id}/received`: by the solver. */
export const useConfirmPayment = (id: string) =>
  useAgreementChange(() => http.put(agreementPath(id, 'received'), {}), 'Marked as received');

const DISPUTE_FAILURE = 'Your view could not be sent. Please try again.';

/** `POST /agreements/{id}/dispute` opens one. */
export const useOpenDispute = (id: string) =>
  useAgreementChange(
    (body: DisputeBody) => http.post(agreementPath(id, 'dispute'), body),
    'Sent to a moderator, with your view',
    DISPUTE_FAILURE,
  );

/** `PUT /agreements/{id}/dispute`: one's own view, while it is open. */
export const useSaveView = (id: string) =>
  useAgreementChange((body: DisputeBody) => http.put(agreementPath(id, 'dispute'), body), 'Your view was saved', DISPUTE_FAILURE);

/** `DELETE /agreements/{id}/dispute`: by who opened it. */
export const useWithdrawDispute = (id: string) =>
  useAgreementChange(() => http.delete(agreementPath(id, 'dispute')), 'The dispute was called off');
