'use client';

import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { Popover } from '#components/overlays/popover';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';

const papers = ['A4', 'Letter'] as const;
const failedMessage = 'The PDF could not be downloaded. Check your connection and try again.';

interface DownloadPdfProps {
  /** The URL of the PDF, without the paper size. */
  url: string;
  /** Why a PDF can't be created; null if it can. */
  unavailableReason: string | null;
}

/** Downloads the report as PDF with the filters of the page, on A4 or Letter. */
export function DownloadPdf({ url, unavailableReason }: DownloadPdfProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const download = async (paper: (typeof papers)[number]) => {
    setBusy(true);
    setProblem(null);
    const query = new URLSearchParams(window.location.search);
    query.set('paper', paper);
    setProblem(await saveFile(`${url}?${query}`).catch(() => failedMessage));
    setBusy(false);
  };
  return (
    <Popover
      label="Download as PDF"
      align="end"
      className="w-72"
      trigger={
        <Button Icon={FileDown} busy={busy} data-print="hide">
          PDF
        </Button>
      }
    >
      {unavailableReason ? (
        <p className="text-sm">{unavailableReason}</p>
      ) : (
        <div className="flex flex-col gap-3">
          <p className="text-sm text-muted">
            The PDF has a table of contents and page numbers. Creating it takes a few seconds.
          </p>
          {problem ? <Notice tone="danger">{problem}</Notice> : null}
          <div className="flex gap-2">
            {papers.map((paper) => (
              <Button key={paper} size="small" busy={busy} onClick={() => download(paper)}>
                Download {paper}
              </Button>
            ))}
          </div>
        </div>
      )}
    </Popover>
  );
}

/** Saves the file of a URL. @returns the server's error message; null on success */
async function saveFile(url: string): Promise<string | null> {
  const response = await fetch(url);
  if (!response.ok) return (await response.text()).trim() || failedMessage;
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = decodeURIComponent(name ?? 'report.pdf');
  link.click();
  URL.revokeObjectURL(link.href);
  return null;
}
