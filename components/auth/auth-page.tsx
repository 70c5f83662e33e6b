import type { ReactNode } from 'react';
import { Logo } from '#components/layout/logo';

interface AuthPageProps {
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** A link to a related page, such as from sign-in to sign-up. */
  footer?: ReactNode;
}

/** Layout of pages without navigation: sign-in, invitations, share links that need a password, confirmations and errors. */
export function AuthPage({ title, description, children, footer }: AuthPageProps) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[368px] flex-col px-6 pt-[max(48px,16dvh)] pb-12">
      <Logo className="size-9" />
      <h1 className="mt-6 text-xl font-semibold tracking-[-0.015em] wrap-break-word">{title}</h1>
      {description ? <div className="mt-1.5 text-base text-muted">{description}</div> : null}
      <div className="mt-7">{children}</div>
      {footer ? <p className="mt-6 text-muted">{footer}</p> : null}
    </main>
  );
}
