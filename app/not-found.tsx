import Link from 'next/link';
import { AuthPage } from '#components/auth/auth-page';
import { Button } from '#components/ui/button';

export default function NotFound() {
  return (
    <AuthPage
      title="Page not found"
      lead="The page may have been deleted, or the link was revoked. Check the URL, or ask the sender for a new link."
    >
      <Button asChild kind="primary">
        <Link href="/">Go to Answerscope</Link>
      </Button>
    </AuthPage>
  );
}
