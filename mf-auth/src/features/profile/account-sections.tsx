import type { User } from '@solvent/contracts';
import { DeleteAccount } from './export-and-deletion/delete-account.tsx';
import { YourData } from './export-and-deletion/your-data.tsx';
import { PasswordSection } from './password/password-section.tsx';
import { RoleSection } from './role/role-section.tsx';
import { Sessions } from './sessions/sessions.tsx';
import { SignInMethods } from './sign-in-methods/sign-in-methods.tsx';

/** The account itself: its role, how to get into it, and how it ends. */
export function AccountSections({ user }: { user: User }) {
  return (
    <>
      <RoleSection user={user} />
      <SignInMethods />
      <PasswordSection />
      <Sessions />
      <YourData />
      <DeleteAccount />
    </>
  );
}
