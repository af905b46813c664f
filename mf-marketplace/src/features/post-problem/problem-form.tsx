import { CATEGORIES, CATEGORY_VALUES, PROBLEM } from '@solvent/contracts';
import type { Problem } from '@solvent/contracts';
import { formatMoney, toCents } from '@solvent/kit';
import { Button, Flex, Grid, InputGroup, Input, LinkButton, PageHeading, Panel, Stack, Text, usePageTitle } from '@solvent/ui';
import { FieldFrame, NativeSelect, TextField } from '@solvent/ui/forms';
import { MarkdownField } from '@solvent/ui/markdown';
import { AttachmentsField } from './attachments-field.tsx';
import { CardPreview } from './card-preview.tsx';
import { SimilarProblems } from './similar-problems.tsx';
import { TagsField } from './tags-field.tsx';
import { useProblemForm } from './use-problem-form.ts';
import type { ProblemForm as Form } from './use-problem-form.ts';

function CategoryField({ form }: { form: Form }) {
  const { error, ...field } = form.fieldOf('category');
  return (
    <FieldFrame label="Category" error={error} required>
      <NativeSelect.Root>
        <NativeSelect.Field {...field}>
          <option value="">Choose a category</option>
          {CATEGORY_VALUES.map((category) => (
            <option key={category} value={category}>
              {CATEGORIES[category]}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </FieldFrame>
  );
}

/** People paste "$1,200". */
const withoutSigns = (typed: string) => typed.replaceAll(/[$,\s]/g, '');

function BudgetField({ form }: { form: Form }) {
  const { error, value, onChange: _formatted, ...field } = form.fieldOf('budget');
  const help = `Whole US dollars, ${formatMoney(toCents(PROBLEM.budgetMin))} to ${formatMoney(toCents(PROBLEM.budgetMax))}`;
  return (
    <FieldFrame label="Budget" error={error} help={help} required>
      <InputGroup startElement="$">
        <Input
          {...field}
          value={value ?? ''}
          inputMode="numeric"
          autoComplete="off"
          fontVariantNumeric="tabular-nums"
          onChange={(event) => void form.setFieldValue('budget', withoutSigns(event.target.value) || undefined)}
        />
      </InputGroup>
    </FieldFrame>
  );
}

const HEADINGS = {
  new: { title: 'Post a Problem', text: 'Say what holds you up and what it is worth to you. Solvers bid on it.' },
  edit: { title: 'Edit Problem', text: 'What you change shows at once to everybody who looks at it.' },
} as const;

interface FootProps {
  isKept: boolean;
  isSubmitting: boolean;
  onDiscard: () => void;
  problem: Problem | undefined;
}

function Foot({ isKept, isSubmitting, onDiscard, problem }: FootProps) {
  return (
    <Flex justify="space-between" align="center" gap="4" wrap="wrap">
      <Flex align="center" gap="2" minH="32px">
        <Text textStyle="meta" color="fg.subtle">
          {isKept ? 'Draft kept on this device' : ''}
        </Text>
        {isKept && problem ? (
          <Button type="button" variant="ghost" size="xs" onClick={onDiscard}>
            Discard changes
          </Button>
        ) : null}
      </Flex>
      <Flex gap="3" ms="auto">
        {problem ? (
          <LinkButton to={`/view-problems/${problem._id}`} variant="ghost" colorPalette="gray">
            Cancel
          </LinkButton>
        ) : null}
        <Button type="submit" loading={isSubmitting} loadingText={problem ? 'Saving…' : 'Posting…'}>
          {problem ? 'Save changes' : 'Post Problem'}
        </Button>
      </Flex>
    </Flex>
  );
}

interface ProblemFormProps {
  userId: string;
  /** The one that is edited; without it, a new one. */
  problem?: Problem;
}

/** A problem: what is wrong, where, and what it is worth. */
export function ProblemForm({ userId, problem }: ProblemFormProps) {
  const { form, attachments, filesError, isKept, discard } = useProblemForm(userId, problem);
  const { title, text } = HEADINGS[problem ? 'edit' : 'new'];
  usePageTitle(title);
  return (
    <>
      <PageHeading text={text}>{title}</PageHeading>
      <Panel as="form" {...form.formProps}>
        <Stack gap="5">
          <TextField
            {...form.fieldOf('title')}
            label="Title"
            help={`${PROBLEM.titleMin} to ${PROBLEM.titleMax} characters: the fault, and where it shows`}
            autoComplete="off"
            required
          />
          <SimilarProblems title={form.values.title} besides={problem?._id} />
          <MarkdownField {...form.fieldOf('body')} label="Description" required />
          <AttachmentsField attachments={attachments} error={filesError} />
          <TagsField
            tags={form.values.tags}
            onChange={(tags) => void form.setFieldValue('tags', tags)}
            onLeave={() => void form.setFieldTouched('tags')}
            error={form.fieldOf('tags').error}
          />
          <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="5" alignItems="start">
            <CategoryField form={form} />
            <BudgetField form={form} />
          </Grid>
          <CardPreview values={form.values} />
          <Foot isKept={isKept} isSubmitting={form.isSubmitting} onDiscard={discard} problem={problem} />
        </Stack>
      </Panel>
    </>
  );
}
