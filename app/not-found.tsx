import Link from 'next/link';
import { AuthPage } from '#components/auth/auth-page';
import { Button } from '#components/ui/button';

export default function NotFound() {
  return (
    <AuthPage
      title="There is nothing at this address"
      lead="The page may have been deleted, the link revoked or cut short. Ask whoever gave it to you for a new one."
    >
      <Button asChild kind="primary">
        <Link href="/">Go to Answerscope</Link>
      </Button>
    </AuthPage>
  );
}
