'use client';

import { type ChangeEvent, useState } from 'react';
import type { ActionResult } from './create-action';
import { getFieldMessage, useAction } from './use-action';

interface FormOptions<V extends object, T> {
  /** The values that the form starts with. */
  stored: V;
  /**
   * Calls the server action with the entered values.
   * @param original the values when the form was opened, with which the server detects concurrent changes. Undefined after it has reported one, so that saving again overwrites that change
   */
  save: (values: V, original: V | undefined) => Promise<ActionResult<T>>;
  onSaved?: ((value: T) => void) | undefined;
  /** True if the form shows the stored values again after saving. */
  resets?: boolean;
  /** Other actions that the form calls; it shows their state too. */
  actions?: readonly Pick<ReturnType<typeof useAction>, 'busy' | 'problem' | 'clear'>[];
}

/** Manages the values of a form, and saves them with a server action. */
export function useForm<V extends object, T>({
  stored,
  save,
  onSaved,
  resets = false,
  actions = [],
}: FormOptions<V, T>) {
  const [values, setValues] = useState(stored);
  const [original, setOriginal] = useState(stored);
  const [saved, setSaved] = useState<{ values: V; value: T }>();
  const reset = () => {
    setValues(stored);
    setOriginal(stored);
  };
  const saving = useAction(save, (value) => {
    setSaved({ values, value });
    if (resets) reset();
    onSaved?.(value);
  });
  const all = [saving, ...actions];
  const problem = all.find((action) => action.problem)?.problem;
  const getError = (name: string) => getFieldMessage(problem, name);
  const hasFieldError = Object.keys(stored).some(getError);
  const change = (part: object) => {
    setSaved(undefined);
    setValues((before) => ({ ...before, ...part }));
  };
  return {
    values,
    change,
    /** Shows the stored values. */
    reset,
    /** Forgets the result of the last attempt to save. */
    clear: () => {
      setSaved(undefined);
      for (const action of all) action.clear();
    },
    problem,
    /** Returns the error message of a field. */
    getError,
    /** The values that were saved last and their result, until the values are changed or saved again. */
    saved,
    /** Props of `OperationFields`. */
    fields: { values, onChange: change, getError },
    /** Returns the props of a text field. */
    field: (name: keyof V & string) => ({
      value: String(values[name]),
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        change({ [name]: target.value }),
      error: getError(name),
    }),
    /** Props of the `Form`. */
    form: {
      onSubmit: () => {
        setSaved(undefined);
        saving.run(values, getError('original') ? undefined : original);
      },
      busy: all.some(({ busy }) => busy),
      problem: hasFieldError ? undefined : problem?.message,
    },
  };
}

interface FormDialogOptions<V extends object, T> extends FormOptions<V, T> {
  /** True if the input is kept when the dialog is closed without saving. Otherwise opening it shows the stored values. */
  keepsDraft?: boolean;
  /** Returns whether the dialog stays open after saving, to show the result. */
  showsResult?: (value: T) => boolean;
}

/** Manages a form in a dialog, which closes when the form is saved. */
export function useFormDialog<V extends object, T>({
  keepsDraft = false,
  showsResult,
  onSaved,
  ...options
}: FormDialogOptions<V, T>) {
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    form.reset();
  };
  const form = useForm({
    ...options,
    onSaved: (value: T) => {
      if (!showsResult?.(value)) close();
      onSaved?.(value);
    },
  });
  const onOpenChange = (next: boolean) => {
    setOpen(next);
    form.clear();
    if (next && !keepsDraft) form.reset();
  };
  return { ...form, close, /** Props of the `FormDialog`. */ dialog: { ...form.form, open, onOpenChange } };
}
