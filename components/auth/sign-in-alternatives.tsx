import type { ReactNode } from 'react';

/** Separates the form from other ways to sign in or sign up. */
export function SignInAlternatives({ children }: { children: ReactNode }) {
  return (
    <div className="mt-4 flex flex-col gap-3">
      <p className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline">
        or
      </p>
      {children}
    </div>
  );
}
