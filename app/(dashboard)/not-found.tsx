import { Page } from '#components/layout/page';
import { LinkButton } from '#components/ui/link-button';

/** 404 page with the navigation. */
export default function DashboardNotFound() {
  return (
    <Page
      title="Page not found"
      summary="It may have been deleted, or it belongs to another organization. Check the URL, or switch organizations in the account menu and open the link again."
    >
      <LinkButton kind="primary" href="/">
        Go to overview
      </LinkButton>
    </Page>
  );
}
