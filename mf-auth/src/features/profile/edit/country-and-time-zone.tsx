import { listCountries } from '@solvent/contracts/countries';
import { Button, Grid } from '@solvent/ui';
import { SelectField } from '@solvent/ui/forms';
import { useState } from 'react';
import { formatLocalTime } from '../../../person/person-facts.tsx';
import type { ProfileForm } from './use-profile-form.ts';

const getDeviceTimeZone = (): string | undefined => new Intl.DateTimeFormat().resolvedOptions().timeZone || undefined;

/** The zones of this browser, plus the selected one if the browser does not list it. */
function listTimeZones(selected: string): string[] {
  const supportedZones = 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : [];
  const unlisted = [selected, getDeviceTimeZone() ?? ''].filter((zone) => zone !== '' && !supportedZones.includes(zone));
  return [...supportedZones, ...unlisted].toSorted((one, other) => one.localeCompare(other, 'en'));
}

const formatTimeZone = (zone: string) => zone.replaceAll('_', ' ');

export function CountryAndTimeZone({ form: { getFieldProps, values, setFieldValue } }: { form: ProfileForm }) {
  const [countries] = useState(() => Object.fromEntries(listCountries().map(({ code, name }) => [code, name])));
  const [zones] = useState(() => Object.fromEntries(listTimeZones(values.timeZone).map((zone) => [zone, formatTimeZone(zone)])));
  const deviceZone = getDeviceTimeZone();
  const now = values.timeZone === '' ? undefined : formatLocalTime(values.timeZone);
  const deviceZoneButton =
    deviceZone === undefined || deviceZone === values.timeZone ? null : (
      <Button
        variant="plain"
        size="xs"
        px="0"
        h="auto"
        minH={{ base: '44px', md: '24px' }}
        onClick={() => void setFieldValue('timeZone', deviceZone)}
      >
        Use this device’s time zone: {formatTimeZone(deviceZone)}
      </Button>
    );
  return (
    <Grid gap="4" templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}>
      <SelectField
        {...getFieldProps('country')}
        label="Country"
        placeholder="Not set"
        autoComplete="country"
        options={countries}
      />
      <SelectField
        {...getFieldProps('timeZone')}
        label="Time zone"
        placeholder="Not set"
        options={zones}
        help={deviceZoneButton ?? (now === undefined ? undefined : `It’s ${now} there. Shown on your public profile.`)}
      />
    </Grid>
  );
}
