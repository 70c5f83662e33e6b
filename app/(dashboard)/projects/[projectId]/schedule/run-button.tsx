'use client';

import { Play } from 'lucide-react';
import { useState } from 'react';
import { FormDialog } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import type { CreditBalance } from '#lib/dashboard/api-credentials/api-credentials';
import { formatCount, formatPlural } from '#lib/format/numbers';

/** A run that takes more than this share of the credits asks first. */
const largeShare = 0.5;

interface RunButtonProps {
  label: string;
  /** The cost of the run. */
  credits: number;
  creditsRemaining: CreditBalance;
  busy: boolean;
  disabled?: boolean;
  kind?: 'primary' | 'secondary';
  onRun: () => void;
}

/** Starts a run. It states the cost, and asks if that is more than half of what is left this month. */
export function RunButton({ label, credits, creditsRemaining, onRun, ...button }: RunButtonProps) {
  const [open, setOpen] = useState(false);
  const left = typeof creditsRemaining === 'number' ? creditsRemaining : null;
  const asks = left !== null && credits > left * largeShare;
  const action = (
    <Button
      {...button}
      Icon={Play}
      className="h-auto min-h-9 py-1.5 whitespace-normal"
      onClick={asks ? undefined : onRun}
    >
      {button.busy ? 'Starting…' : `${label} · ${formatPlural(credits, 'credit')}`}
    </Button>
  );
  if (!asks) return action;
  return (
    <FormDialog
      open={open}
      onOpenChange={setOpen}
      title={
        credits > left
          ? `Start a run that your credits don’t cover?`
          : `Spend ${formatCount(credits)} of ${formatPlural(left, 'credit')}?`
      }
      description={
        credits > left
          ? `The run costs ${formatPlural(credits, 'credit')}; ${formatCount(left)} are left this month. It pauses when they’re used up and resumes if credits are available again within 24 hours.`
          : `That is more than half of what is left this month. ${formatPlural(left - credits, 'credit')} would remain until credits renew on the 1st.`
      }
      trigger={action}
      submit="Start run"
      busy={button.busy}
      onSubmit={() => {
        setOpen(false);
        onRun();
      }}
    >
      <p className="text-muted">
        Choose fewer engines, countries, samples or prompts to spend less. Requests that fail cost nothing.
      </p>
    </FormDialog>
  );
}
