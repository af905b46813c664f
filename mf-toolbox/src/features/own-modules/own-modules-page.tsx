import { useInfiniteQuery } from '@solvent/http';
import { LinkButton, Page, PageHeading } from '@solvent/ui';
import { PackagePlus, Upload } from 'lucide-react';
import { ownModulesOptions } from '../../api/own-modules.ts';
import { ModuleLibrary, ModuleRows } from '../../module/module-library.tsx';
import { ContactPanel } from './contact-panel.tsx';
import { EarningsPanel } from './earnings-panel.tsx';
import { OwnModuleRow } from './own-module-row.tsx';

const EMPTY = {
  icon: PackagePlus,
  title: 'No modules yet',
  text: 'Share code that others can build into their projects, free or for a price.',
};

const UploadLink = () => (
  <LinkButton to="/toolbox/upload">
    <Upload size={16} aria-hidden />
    Upload a module
  </LinkButton>
);

/** /toolbox/own (product 2.38). Signed-in users only. */
export function Component() {
  const query = useInfiniteQuery(ownModulesOptions);
  return (
    <Page measure="reading">
      <PageHeading text="Your modules, their review status and your earnings." actions={<UploadLink />}>
        My Modules
      </PageHeading>
      <ModuleLibrary
        query={query}
        error="Your modules could not be loaded"
        empty={EMPTY}
        emptyLink={{ to: '/toolbox/upload', label: 'Upload a module' }}
        renderHeader={({ earnings, showsEmail }) => (
          <>
            <EarningsPanel earnings={earnings} />
            <ContactPanel showsEmail={showsEmail} />
          </>
        )}
      >
        {(modules) => (
          <ModuleRows label="Your modules" modules={modules}>
            {(module) => <OwnModuleRow module={module} />}
          </ModuleRows>
        )}
      </ModuleLibrary>
    </Page>
  );
}
