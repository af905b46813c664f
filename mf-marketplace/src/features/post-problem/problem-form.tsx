import { CATEGORIES, countCharacters, formatNumber, PROBLEM } from '@solvent/contracts';
import type { Problem, SimilarBudgets } from '@solvent/contracts';
import { addDays, getToday } from '@solvent/contracts/rules';
import { useQuery } from '@solvent/http';
import { formatMoney, toCents } from '@solvent/kit';
import { Button, confirm, Flex, Grid, LinkButton, PageHeading, Panel, Stack, Text, usePageTitle } from '@solvent/ui';
import { FormFailure, SelectField, TextField } from '@solvent/ui/forms';
import { MarkdownField } from '@solvent/ui/markdown';
import type { ReactNode } from 'react';
import { uploadPicture } from '../../api/files.ts';
import { similarBudgetsOptions } from '../../api/problem-changes.ts';
import { AttachmentsField } from '../../attachments/attachments-field.tsx';
import { DollarsField } from '../../problem/number-fields.tsx';
import { ProblemPreview } from './problem-preview.tsx';
import { SimilarProblems } from './similar-problems.tsx';
import { TagsField } from './tags-field.tsx';
import { useProblemForm } from './use-problem-form.ts';
import type { ProblemForm as Form } from './use-problem-form.ts';

const BUDGET_HELP = `Whole US dollars, ${formatMoney(toCents(PROBLEM.budgetMin))} to ${formatMoney(toCents(PROBLEM.budgetMax))}`;

function formatBudgets({ low, high }: NonNullable<SimilarBudgets>): string {
  const [from, to] = [low, high].map((dollars) => formatMoney(toCents(dollars)));
  return `Most similar problems are ${low === high ? from : `${from}–${to}`}.`;
}

const getCountText = (text: string, max: number) => `${formatNumber(countCharacters(text))} of ${formatNumber(max)} characters`;

function BudgetField({ form }: { form: Form }) {
  const { category, tags } = form.values;
  const { data: budgets } = useQuery(similarBudgetsOptions(category, tags));
  return (
    <DollarsField
      {...form.getFieldProps('budget')}
      label="Budget"
      help={budgets ? `${BUDGET_HELP}. ${formatBudgets(budgets)}` : BUDGET_HELP}
    />
  );
}

const DoneByField = ({ form }: { form: Form }) => (
  <TextField
    {...form.getFieldProps('doneBy')}
    type="date"
    min={getToday()}
    max={addDays(getToday(), PROBLEM.doneByDaysMax)}
    label="Done by (optional)"
    help="Solvers see and filter by this day"
  />
);

const HEADINGS = {
  new: { title: 'Post a Problem', text: 'Describe the problem and your budget. Developers bid on it; you choose.' },
  edit: { title: 'Edit Problem', text: 'Changes go live immediately.' },
} as const;

interface FormFooterProps {
  isDraftSaved: boolean;
  isSubmitting: boolean;
  onDiscard: () => void;
  problem: Problem | undefined;
  preview: ReactNode;
}

function FormFooter({ isDraftSaved, isSubmitting, onDiscard, problem, preview }: FormFooterProps) {
  const confirmDiscard = () =>
    confirm({
      title: 'Discard this draft?',
      text: 'What you typed and uploaded will be removed. You can’t undo this.',
      action: 'Discard draft',
      destructive: true,
      run: async () => onDiscard(),
    });
  return (
    <Flex justify="space-between" align="center" gap="4" wrap="wrap">
      <Flex align="center" gap="2" minH="32px">
        <Text textStyle="meta" color="fg.subtle">
          {isDraftSaved ? 'Draft kept on this device' : ''}
        </Text>
        {isDraftSaved ? (
          <Button
            type="button"
            variant="ghost"
            size="xs"
            disabled={isSubmitting}
            onClick={problem ? onDiscard : () => void confirmDiscard()}
          >
            {problem ? 'Discard changes' : 'Discard draft'}
          </Button>
        ) : null}
      </Flex>
      <Flex gap="3" ms="auto" wrap="wrap" justify="flex-end">
        {problem ? (
          <LinkButton to={`/view-problems/${problem._id}`} variant="ghost" colorPalette="gray">
            Cancel
          </LinkButton>
        ) : null}
        {preview}
        <Button type="submit" loading={isSubmitting} loadingText={problem ? 'Saving…' : 'Posting…'}>
          {problem ? 'Save changes' : 'Post Problem'}
        </Button>
      </Flex>
    </Flex>
  );
}

interface ProblemFormProps {
  userId: string;
  problem?: Problem;
}

export function ProblemForm({ userId, problem }: ProblemFormProps) {
  const { form, attachments, filesError, isDraftSaved, isSending, discard } = useProblemForm(userId, problem);
  const { title, text } = HEADINGS[problem ? 'edit' : 'new'];
  usePageTitle(title);
  return (
    <>
      <PageHeading text={text}>{title}</PageHeading>
      <Panel as="form" {...form.formProps} inert={isSending}>
        <Stack gap="5">
          {/* Text typed during the submit would be lost. Uploads can be canceled until the request starts. */}
          <Stack gap="5" inert={form.isSubmitting}>
            <TextField
              {...form.getFieldProps('title')}
              label="Title"
              help={`Say what breaks and where, for example “Stripe webhook returns 400 after an upgrade to Node 22”. ${getCountText(form.values.title, PROBLEM.titleMax)}`}
              autoComplete="off"
              required
            />
            <SimilarProblems title={form.values.title} excludedId={problem?._id} />
            <MarkdownField
              {...form.getFieldProps('body')}
              label="Description"
              help={`Markdown works here. ${getCountText(form.values.body, PROBLEM.bodyMax)}`}
              uploadPicture={uploadPicture}
              required
            />
          </Stack>
          <AttachmentsField attachments={attachments} error={filesError} />
          <Stack gap="5" inert={form.isSubmitting}>
            <TagsField
              tags={form.values.tags}
              onChange={(tags) => void form.setFieldValue('tags', tags)}
              onLeave={() => void form.setFieldTouched('tags')}
              error={form.getFieldProps('tags').error}
            />
            <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="5" alignItems="start">
              <SelectField
                {...form.getFieldProps('category')}
                label="Category"
                placeholder="Choose a category"
                options={CATEGORIES}
                required
              />
              <BudgetField form={form} />
              <DoneByField form={form} />
            </Grid>
          </Stack>
          <FormFailure text={form.failureText} />
          <FormFooter
            isDraftSaved={isDraftSaved}
            isSubmitting={form.isSubmitting}
            onDiscard={discard}
            problem={problem}
            preview={<ProblemPreview values={form.values} files={attachments.draftFiles} />}
          />
        </Stack>
      </Panel>
    </>
  );
}
