import { useEffect, useRef, type SyntheticEvent } from 'react';
import {
  get,
  useForm as useHookForm,
  type DefaultValues,
  type FieldError,
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
  type Resolver,
} from 'react-hook-form';
import type { z } from 'zod';
import { settle } from './unsaved.ts';

interface Issue {
  /** The field's name, as `sizes.1` of one among several. */
  readonly path: string;
  readonly message: string;
}

/** How a save ended, and what is wrong with which field. */
export type Outcome =
  { readonly ok: true } | { readonly ok: false; readonly issues: readonly Issue[] };

type Schema<Input, Output> = z.ZodType<Output, Input>;

interface FormOptions<Input extends FieldValues, Output> {
  /** That of the call, so that form and API refuse the same; a function loads it. Left out where only the API checks. */
  readonly schema?: Schema<Input, Output> | (() => Promise<Schema<Input, Output>>);
  /** Left out where the form starts empty: then what was typed before the script came stays. */
  readonly values?: DefaultValues<Input>;
  /** `form` holds what the fields hold, files too. */
  readonly save: (values: Output, form: FormData) => Promise<Outcome>;
  readonly onSaved?: () => void;
  /** Called where the check refused it, so that nothing was sent. */
  readonly onRefused?: () => void;
}

/** What checks is loaded when the form is touched, not with the page. Where that fails, the API's own check has to do. */
async function loadCheck<Input extends FieldValues, Output>(
  schema: FormOptions<Input, Output>['schema'],
): Promise<Resolver<Input, unknown, Output> | null> {
  // A browser may remember a failed import until the page is left.
  if (!schema || !navigator.onLine) return null;
  const found = typeof schema === 'function' ? schema() : schema;
  return Promise.all([import('@hookform/resolvers/zod'), found]).then(
    ([{ zodResolver }, loaded]) => zodResolver(loaded),
    () => null,
  );
}

/** One form: checked by the schema of its call, sent once at a time, with what was refused said at each field. */
export function useForm<Input extends FieldValues, Output>(options: FormOptions<Input, Output>) {
  const { schema, values, save, onSaved, onRefused } = options;
  const element = useRef<HTMLFormElement>(null);
  const form = useHookForm<Input, unknown, Output>({
    resolver: async (entered, context, resolverOptions) => {
      const check = await loadCheck(schema);
      if (check) return check(entered, context, resolverOptions);
      return { values: entered as Input & Output, errors: {} };
    },
    shouldFocusError: false,
    ...(values && { defaultValues: values }),
  });
  const { errors, submitCount, isSubmitting } = form.formState;

  // Only once the messages stand at their fields, or they are not announced with the focus.
  useEffect(() => {
    if (submitCount === 0 || isSubmitting) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount, isSubmitting]);

  const send = async (output: Output) => {
    const { current } = element;
    if (!current) return;
    const outcome = await save(output, new FormData(current));
    if (outcome.ok) {
      onSaved?.();
      settle(current);
    } else {
      for (const { path, message } of outcome.issues) {
        form.setError(path as FieldPath<Input>, { message });
      }
    }
  };
  const submit = form.handleSubmit(send, onRefused);

  /** What is wrong with a field, or with the first of several under its name. */
  function errorOf(name: string): string | undefined {
    const found: FieldError | (FieldError | undefined)[] | undefined = get(errors, name);
    return Array.isArray(found) ? found.find((it) => it)?.message : found?.message;
  }

  return {
    ...form,
    busy: isSubmitting,
    errorOf,
    /** For the form element. */
    formProps: {
      ref: element,
      noValidate: true,
      onFocus: () => void loadCheck(schema),
      onSubmit: (event: SyntheticEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (!isSubmitting) void submit();
      },
    },
    /** For the field of a name. */
    field: (name: FieldPath<Input>, rules?: RegisterOptions<Input, typeof name>) => ({
      ...form.register(name, rules),
      error: errorOf(name),
    }),
  };
}
