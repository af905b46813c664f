import { SAVED_SEARCHES } from '@solvent/contracts';
import type { SavedSearch } from '@solvent/contracts';
import { saveSearchFormRules } from '@solvent/contracts/rules';
import { useSignIn } from '@solvent/kit';
import { useLocation } from '@solvent/router';
import { Button, Stack, Text } from '@solvent/ui';
import { FormFailure, TextField, useProductForm } from '@solvent/ui/forms';
import { useSaveSearch } from '../../api/saved-searches.ts';
import { toQuery } from './filters.ts';
import type { ProblemFilters } from './filters.ts';
import { getSearchName } from './search-name.ts';

function NameForm({ filters, onSaved }: Pick<SaveSearchProps, 'filters' | 'onSaved'>) {
  const { mutateAsync: save } = useSaveSearch();
  const form = useProductForm({
    initialValues: { name: getSearchName(filters) },
    rules: saveSearchFormRules,
    failure: 'The search could not be saved. Please try again.',
    onSubmit: async (values) => {
      await save({ ...saveSearchFormRules.validateSync(values), query: toQuery(filters) });
      onSaved();
    },
  });
  return (
    <form {...form.formProps}>
      <Stack gap="3" align="flex-start">
        <TextField {...form.getFieldProps('name')} label="Name of this search" dir="auto" required />
        <FormFailure text={form.failureText} />
        <Button type="submit" loading={form.isSubmitting} loadingText="Saving…">
          Save this search
        </Button>
      </Stack>
    </form>
  );
}

/** Signs in and returns to this page, where the dialog opens again. */
export function SignInToSave() {
  const { pathname, search } = useLocation();
  const signIn = useSignIn();
  return (
    <Stack gap="3" align="flex-start">
      <Text color="fg.muted">Save this search and use it on all your devices.</Text>
      <Button onClick={() => signIn({ purpose: 'save this search', action: { kind: 'save-search', id: pathname + search } })}>
        Sign in to save this search
      </Button>
    </Stack>
  );
}

interface SaveSearchProps {
  filters: ProblemFilters;
  saved: readonly SavedSearch[];
  matchingSearch: SavedSearch | undefined;
  onSaved: () => void;
}

export function SaveSearch({ filters, saved, matchingSearch, onSaved }: SaveSearchProps) {
  if (matchingSearch)
    return (
      <Text role="status" color="fg.muted" overflowWrap="anywhere">
        This search is saved as “<bdi>{matchingSearch.name}</bdi>”.
      </Text>
    );
  if (saved.length >= SAVED_SEARCHES.max)
    return <Text color="fg.muted">You have saved {SAVED_SEARCHES.max} searches, the maximum. Delete one to save another.</Text>;
  return <NameForm filters={filters} onSaved={onSaved} />;
}
