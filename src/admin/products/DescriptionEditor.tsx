import { documentOf, isPlain, plainTextOf } from '#shared/domain/rich-text.ts';
import type { useForm } from '../../ui/use-form.ts';
import { RichTextEditor } from '../rich-text/RichTextEditor.tsx';
import {
  productLabels,
  type Editable,
  type ProductEdits,
  type ProductValues,
} from './product-edits.ts';

interface DescriptionEditorProps {
  readonly form: ReturnType<typeof useForm<ProductValues, ProductEdits>>;
  /** Null for a new product. */
  readonly product: Editable | null;
}

/** The description as text and as a document, in fields of the form that change together. */
export function DescriptionEditor({ form, product }: DescriptionEditorProps) {
  const { register, setValue, errorOf } = form;
  return (
    <>
      <input type="hidden" {...register('description')} />
      <input type="hidden" {...register('descriptionDocument')} />
      <RichTextEditor
        label={productLabels.description}
        text={product?.descriptionDocument ?? documentOf(product?.description ?? '')}
        placeholder={product ? 'Edit Description' : 'Type your message'}
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
