'use client';

import { parseAsString, useQueryState } from 'nuqs';

interface OpenAnswer {
  /** The id of the answer in the drawer; null while it is closed. */
  opened: string | null;
  open: (answerId: string) => void;
  close: () => void;
}

/** Which answer stands in the drawer; the address alone knows it, so that a copied link opens the same one. */
export function useOpenAnswer(): OpenAnswer {
  const [opened, setOpened] = useQueryState(
    'answer',
    parseAsString.withOptions({ history: 'replace', shallow: true, scroll: false }),
  );
  return { opened, open: (answerId) => void setOpened(answerId), close: () => void setOpened(null) };
}
