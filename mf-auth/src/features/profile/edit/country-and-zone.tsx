import { listCountries } from '@solvent/contracts/countries';
import { Button, Grid } from '@solvent/ui';
import { SelectField } from '@solvent/ui/forms';
import { useState } from 'react';
import { localTime } from '../../../person/person-facts.tsx';
import type { ProfileForm } from './use-profile-form.ts';

/** The zone of this device; undefined where the browser does not say. */
const ownZone = (): string | undefined => new Intl.DateTimeFormat().resolvedOptions().timeZone || undefined;

/** All that this browser knows, and the one that was chosen elsewhere. */
function listZones(chosen: string): string[] {
  const known = 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : [];
  const more = [chosen, ownZone() ?? ''].filter((zone) => zone !== '' && !known.includes(zone));
  return [...known, ...more].toSorted((one, other) => one.localeCompare(other, 'en'));
}

const zoneLabel = (zone: string) => zone.replaceAll('_', ' ');

/** Where the person is, as others read it: a country by its name, and what the clock says there. */
export function CountryAndZone({ form: { getFieldProps, values, setFieldValue } }: { form: ProfileForm }) {
  const [countries] = useState(() => Object.fromEntries(listCountries().map(({ code, name }) => [code, name])));
  const [zones] = useState(() => Object.fromEntries(listZones(values.timeZone).map((zone) => [zone, zoneLabel(zone)])));
  const own = ownZone();
  const now = values.timeZone === '' ? undefined : localTime(values.timeZone);
  const offer =
    own === undefined || own === values.timeZone ? null : (
      <Button
        variant="plain"
        size="xs"
        px="0"
        h="auto"
        minH={{ base: '44px', md: '0' }}
        onClick={() => void setFieldValue('timeZone', own)}
      >
        Use this device’s: {zoneLabel(own)}
      </Button>
    );
  return (
    <Grid gap="4" templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}>
      <SelectField
        {...getFieldProps('country')}
        label="Country"
        placeholder="Not said"
        autoComplete="country"
        options={countries}
      />
      <SelectField
        {...getFieldProps('timeZone')}
        label="Time zone"
        placeholder="Not said"
        options={zones}
        help={offer ?? (now === undefined ? undefined : `It is ${now} there. Others see that.`)}
      />
    </Grid>
  );
}
