import type { Metadata } from 'next';
import { Page } from '#components/shell/page';
import { NewProject } from './new-project';

export const metadata: Metadata = { title: 'New project' };

export default function NewProjectPage() {
  return (
    <Page
      title="Which brand do you watch?"
      answer="One project watches one brand against its competitors. Names decide what counts as a mention, domains what counts as a citation; both can be changed later, and stored answers are scored again."
    >
      <NewProject />
    </Page>
  );
}
