import { AuthPage } from '#components/auth/auth-page';
import { LinkButton } from '#components/ui/link-button';

export default function NotFound() {
  return (
    <AuthPage
      title="Page not found"
      description="The page may have been deleted, or the link may have expired or been revoked. Check the URL, or ask the sender for a new link."
    >
      <LinkButton kind="primary" href="/">
        Go to Answerscope
      </LinkButton>
    </AuthPage>
  );
}
