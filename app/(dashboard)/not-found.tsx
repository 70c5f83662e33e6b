import Link from 'next/link';
import { Page } from '#components/layout/page';
import { Button } from '#components/ui/button';

/** Shown where a member looks for something that is not there; the navigation around it stays. */
export default function DashboardNotFound() {
  return (
    <Page
      title="There is nothing at this address"
      answer="It may have been deleted, the link cut short, or it belongs to another organization. If that is one of yours, choose it in the account menu and open the link again."
    >
      <Button asChild kind="primary">
        <Link href="/">Go to the overview</Link>
      </Button>
    </Page>
  );
}
