import { CATEGORIES, CATEGORY_VALUES, PROBLEM } from '@solvent/contracts';
import { Button, Flex, Grid, InputGroup, Input, PageHeading, Panel, Stack, Text } from '@solvent/ui';
import { FieldFrame, NativeSelect, TextField } from '@solvent/ui/forms';
import { MarkdownField } from '@solvent/ui/markdown';
import { dollars } from '../../problem/money.ts';
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
  const help = `Whole US dollars, ${dollars(PROBLEM.budgetMin)} to ${dollars(PROBLEM.budgetMax)}`;
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

/** A new problem: what is wrong, where, and what it is worth. */
export function ProblemForm({ userId }: { userId: string }) {
  const { form, isKept } = useProblemForm(userId);
  return (
    <>
      <PageHeading text="Say what holds you up and what it is worth to you. Solvers bid on it.">Post a Problem</PageHeading>
      <Panel as="form" {...form.formProps}>
        <Stack gap="5">
          <TextField
            {...form.fieldOf('title')}
            label="Title"
            help={`${PROBLEM.titleMin} to ${PROBLEM.titleMax} characters: the fault, and where it shows`}
            autoComplete="off"
            required
          />
          <MarkdownField {...form.fieldOf('body')} label="Description" required />
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
          <Flex justify="space-between" align="center" gap="4" wrap="wrap">
            <Text textStyle="meta" color="fg.subtle" minH="16px">
              {isKept ? 'Draft kept on this device' : ''}
            </Text>
            <Button type="submit" loading={form.isSubmitting} loadingText="Posting…">
              Post Problem
            </Button>
          </Flex>
        </Stack>
      </Panel>
    </>
  );
}
