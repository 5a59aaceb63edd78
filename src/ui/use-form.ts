import { useEffect, useMemo, useRef, type SyntheticEvent } from 'react';
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
import { refusesEmpty } from './required.ts';
import { settle } from './unsaved.ts';

interface Issue {
  /** The field's name, such as `sizes.1` in a list. */
  readonly path: string;
  readonly message: string;
}

/** The result of a save, with field errors. */
export type Outcome =
  { readonly ok: true } | { readonly ok: false; readonly issues: readonly Issue[] };

type Schema<Input, Output> = z.ZodType<Output, Input>;

interface FormOptions<Input extends FieldValues, Output> {
  /**
   * The schema of the call, so that form and API reject the same input; a function loads it on demand. Omitted if only the API
   * validates.
   */
  readonly schema?: Schema<Input, Output> | (() => Promise<Schema<Input, Output>>);
  /** Omitted if the form starts empty: input typed before hydration is then kept. */
  readonly values?: DefaultValues<Input>;
  /** `form` has the values of the fields, including files; `changes` are those of the values that were changed. */
  readonly save: (values: Output, form: FormData, changes: Partial<Output>) => Promise<Outcome>;
  readonly onSaved?: () => void;
  /** Called if validation fails and nothing is sent. */
  readonly onRefused?: () => void;
}

/** Validation is loaded on first interaction, not with the page. If that fails, the API validates. */
async function loadCheck<Input extends FieldValues, Output>(
  schema: FormOptions<Input, Output>['schema'],
): Promise<Resolver<Input, unknown, Output> | null> {
  // Browsers may cache a failed import until navigation.
  if (!schema || !navigator.onLine) return null;
  const found = typeof schema === 'function' ? schema() : schema;
  return Promise.all([import('@hookform/resolvers/standard-schema'), found]).then(
    ([{ standardSchemaResolver }, loaded]) => standardSchemaResolver(loaded),
    () => null,
  );
}

/** The values of fields as JSON, because lists are changed in place. */
type Snapshot = ReadonlyMap<string, string>;

const snapshotOf = (fields: object): Snapshot =>
  new Map(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]));

/** Of the output that of fields which no longer have the value that was saved. */
function changesOf<Output>(output: Output, saved: Snapshot | null, now: Snapshot): Partial<Output> {
  const changed = Object.entries(output ?? {}).filter(
    ([name]) => now.get(name) !== saved?.get(name),
  );
  return Object.fromEntries(changed) as Partial<Output>;
}

/** A form that is validated by the schema of its call, submitted once at a time, with errors at the fields. */
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
  /** Whether the last save succeeded. */
  const done = useRef(false);
  /** The fields as they were last loaded or saved. */
  const saved = useRef<Snapshot>(null);
  saved.current ??= snapshotOf(values ?? {});

  // Only after the messages are rendered, so that they are announced with the focus.
  useEffect(() => {
    if (submitCount === 0 || isSubmitting) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount, isSubmitting]);

  const send = async (output: Output) => {
    const { current } = element;
    if (!current) return;
    const changes = changesOf(output, saved.current, snapshotOf(form.getValues()));
    const outcome = await save(output, new FormData(current), changes);
    done.current = outcome.ok;
    if (outcome.ok) {
      onSaved?.();
      saved.current = snapshotOf(form.getValues());
      settle(current);
    } else {
      for (const { path, message } of outcome.issues) {
        form.setError(path as FieldPath<Input>, { message });
      }
    }
  };
  /** Validates and saves, for buttons outside the form; false if that failed. */
  async function submit(): Promise<boolean> {
    done.current = false;
    await form.handleSubmit(send, onRefused)();
    return done.current;
  }

  const required = useMemo(() => new Map<string, boolean>(), [schema]);
  function isRequired(name: string): boolean {
    if (!schema || typeof schema === 'function') return false;
    const found = required.get(name) ?? refusesEmpty(schema, form.getValues(), name);
    required.set(name, found);
    return found;
  }

  /** The error of a field, or of the first one in a list. */
  function errorOf(name: string): string | undefined {
    const found: FieldError | (FieldError | undefined)[] | undefined = get(errors, name);
    return Array.isArray(found) ? found.find((it) => it)?.message : found?.message;
  }

  return {
    ...form,
    busy: isSubmitting,
    submit,
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
    /** For the field of a name. It says that it is required if the schema is not loaded on demand; else the field has to. */
    field: (name: FieldPath<Input>, rules?: RegisterOptions<Input, typeof name>) => ({
      ...form.register(name, rules),
      ...(isRequired(name) && { required: true }),
      error: errorOf(name),
    }),
  };
}
