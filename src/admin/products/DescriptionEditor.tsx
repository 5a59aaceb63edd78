import { useState } from 'react';
import { documentOf, isPlain, plainTextOf } from '#shared/domain/rich-text.ts';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/Field.tsx';
import type { useForm } from '../../ui/use-form.ts';
import { lazy } from '../forms/lazy.tsx';
import {
  productLabels,
  type Editable,
  type ProductEdits,
  type ProductValues,
} from './product-edits.ts';

const RichTextEditor = lazy(
  'editor',
  async () => (await import('../rich-text/RichTextEditor.tsx')).RichTextEditor,
);

interface DescriptionEditorProps {
  readonly form: ReturnType<typeof useForm<ProductValues, ProductEdits>>;
  /** Null for a new product. */
  readonly product: Editable | null;
}

/** The description: a plain text until it is formatted, then also a document, in fields of the form that change together. */
export function DescriptionEditor({ form, product }: DescriptionEditorProps) {
  const { field, register, getValues, setValue, errorOf } = form;
  const document = product?.descriptionDocument;
  const [isAsked, ask] = useState(false);
  const placeholder = product ? 'Edit Description' : 'Type your message';
  if (!document && !isAsked) {
    return (
      <>
        <input type="hidden" {...register('descriptionDocument')} />
        <TextArea
          label={productLabels.description}
          {...field('description')}
          rows={6}
          placeholder={placeholder}
        />
        <Button look="link" onClick={() => ask(true)}>
          Add headings, lists, tables and pictures
        </Button>
      </>
    );
  }
  return (
    <>
      <input type="hidden" {...register('description')} />
      <input type="hidden" {...register('descriptionDocument')} />
      <RichTextEditor
        label={productLabels.description}
        text={document ?? documentOf(getValues('description') ?? '')}
        startsFocused={isAsked}
        placeholder={placeholder}
        error={errorOf('description')}
        onChange={(text) => {
          const json = isPlain(text) ? '' : JSON.stringify(text);
          setValue('description', plainTextOf(text), { shouldDirty: true });
          setValue('descriptionDocument', json, { shouldDirty: true });
        }}
      />
    </>
  );
}
