'use client';

import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react';
import { LazyTrigger, loadOnFirstInteraction, useDisclosure } from '#components/overlays/lazy-panel';
import { PanelFailed } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { FormBody } from '#components/ui/form';

const DialogPanel = loadOnFirstInteraction(
  async () => (await import('#components/overlays/panels')).DialogPanel,
  PanelFailed,
);

interface DialogProps extends Omit<ComponentProps<typeof DialogPanel>, 'disclosure'> {
  /** The button that opens it. */
  trigger?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

const CloseContext = createContext<() => void>(() => undefined);

/** A dialog above the page, or a sheet from the right (on a narrow screen from below). */
export function Dialog({ trigger, open, onOpenChange, ...panel }: DialogProps) {
  const disclosure = useDisclosure(open, onOpenChange);
  return (
    <LazyTrigger disclosure={disclosure} opens="dialog" trigger={trigger}>
      <CloseContext value={() => disclosure.setOpen(false)}>
        <DialogPanel disclosure={disclosure} {...panel} />
      </CloseContext>
    </LazyTrigger>
  );
}

function CloseButton({ onClick, ...button }: ComponentProps<typeof Button>) {
  const close = useContext(CloseContext);
  return (
    <Button
      {...button}
      onClick={(event) => {
        onClick?.(event);
        close();
      }}
    />
  );
}

interface ConfirmButtonProps {
  /** The label of the button that opens the dialog, such as "Revoke". */
  label: ReactNode;
  /** The question in the dialog, such as "Revoke this key?". */
  title: string;
  /** What will be lost, in a sentence or two. */
  children: ReactNode;
  /** The label of the button that confirms, such as "Revoke key". */
  confirmLabel: string;
  onConfirm: () => void;
  /** Why the member can't use the button; null or undefined if they can. */
  denial?: string | null | undefined;
  busy?: boolean;
  size?: 'small' | 'medium';
  kind?: 'quiet' | 'secondary';
}

/** A button for a destructive action: a dialog states what will be lost and asks for confirmation. */
export function ConfirmButton({
  label,
  title,
  children,
  confirmLabel,
  onConfirm,
  denial,
  busy,
  size = 'small',
  kind = 'quiet',
}: ConfirmButtonProps) {
  return (
    <Dialog
      title={title}
      trigger={
        <Button kind={kind} size={size} denial={denial} busy={busy}>
          {label}
        </Button>
      }
      actions={
        <>
          <CloseButton kind="quiet">Cancel</CloseButton>
          <CloseButton kind="danger" onClick={onConfirm}>
            {confirmLabel}
          </CloseButton>
        </>
      }
    >
      <p className="text-muted">{children}</p>
    </Dialog>
  );
}

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, 'kind' | 'tools' | 'actions'> {
  /** The label of the submit button, such as "Add note". */
  submitLabel: string;
  onSubmit: () => void;
  busy: boolean;
  /** Whether required input is missing. */
  disabled?: boolean;
  isDestructive?: boolean;
  /** An error that belongs to no field. */
  problem?: string | undefined;
  /** A secondary action on the left of the footer. */
  aside?: ReactNode;
  /** The result, shown instead of the fields until the dialog is closed. */
  outcome?: ReactNode;
}

/** A dialog with a form. */
export function FormDialog({
  submitLabel,
  onSubmit,
  busy,
  disabled,
  isDestructive,
  problem,
  aside,
  outcome,
  children,
  ...dialog
}: FormDialogProps) {
  const form = useId();
  return (
    <Dialog
      {...dialog}
      actions={
        outcome ? (
          <CloseButton kind="primary">Done</CloseButton>
        ) : (
          <>
            {aside ? <div className="mr-auto">{aside}</div> : null}
            <CloseButton kind="quiet">Cancel</CloseButton>
            <Button
              kind={isDestructive ? 'danger' : 'primary'}
              type="submit"
              form={form}
              busy={busy}
              disabled={disabled}
            >
              {submitLabel}
            </Button>
          </>
        )
      }
    >
      {outcome || (
        <FormBody id={form} problem={problem} onSubmit={onSubmit}>
          {children}
        </FormBody>
      )}
    </Dialog>
  );
}
